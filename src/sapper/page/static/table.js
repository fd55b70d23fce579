// <sapper-table> shows who solved a daily board, how fast, and with how much luck.
//
//   #table/expert/yesterday

import { rating } from "./daily.js";
import { dateText } from "./dates.js";
import { api, clockTime, guarded, h, levelName, number, words } from "./dom.js";
import { digits } from "./figures.js";
import { errorPoints, signedPoints } from "./points.js";
import { Reloading } from "./reloading.js";
import { sheet } from "./sheet.js";

const t = words.table;
const SHOWN = 12;
const SPANS = /** @type {const} */ (["today", "yesterday", "week"]);

class Table extends Reloading {
  #all = false; // whether all rows are shown
  #shown = ""; // the answers that are on the screen now

  /** @override */
  async load() {
    this.className = "board-of";
    const [level, span] = this.argument.split("/");
    const asked = new URLSearchParams();
    if (Object.hasOwn(words.levels, level)) asked.set("level", level);
    if (SPANS.some((one) => one === span)) asked.set("span", span);
    const [found, name] = await Promise.all([api(`/daily/table?${asked}`), api("/name")]);
    const shown = JSON.stringify([found, name, this.#all]);
    if (shown !== this.#shown) this.#show(found, name); // otherwise the focus stays where it is
    this.#shown = shown;
    // If reviews are still being made, reload the table soon.
    return found.waiting ? 1500 : 60_000;
  }

  /** @param {Api.TableForm} found @param {Api.NameForm} name */
  #show(found, name) {
    const { level, span, start } = found;
    const isWeek = span === "week";
    const day = dateText(found.date, { weekday: "long", day: "numeric", month: "long" });
    const lead = [t.lead, start === null ? "" : t.start(start), isWeek ? t.week : ""];
    /** @param {string} text @param {boolean} on @param {string} where */
    const chip = (text, on, where) =>
      h("a", { class: "chip", href: `#table/${where}`, "aria-current": on ? "true" : null }, text);
    this.replaceChildren(
      h(
        "div",
        { class: "lede" },
        h(
          "div",
          {},
          h("p", { class: "cap" }, isWeek ? t.spans.week : day),
          h("h1", { class: "voice" }, t.solved(found.solved, span)),
          h("p", {}, lead.filter(Boolean).join(" ")),
        ),
        h(
          "div",
          { class: "acts" },
          name.shown && h("span", { class: "muted small" }, t.shownAs(name.name ?? "")),
          name.shown
            ? h("button", { class: "b", onclick: () => this.#hide(name) }, t.hide)
            : h("button", { class: "b", onclick: () => this.#ask(name) }, t.show),
        ),
      ),
      h(
        "div",
        { class: "filters" },
        h(
          "nav",
          { "aria-label": t.levels },
          found.boards.map((one) =>
            chip(
              one.difficulty === null
                ? levelName(one.level)
                : words.daily.other(levelName(one.level), rating(one.difficulty)),
              one.level === level,
              `${one.level}/${span}`,
            )
          ),
        ),
        h(
          "nav",
          { "aria-label": t.when },
          SPANS.map((one) => chip(t.spans[one], one === span, `${level}/${one}`)),
        ),
      ),
      found.rows.length
        ? h(
          "div",
          { class: "scroll", tabindex: 0, role: "region", "aria-label": t.title },
          this.#rows(found),
        )
        : "",
      found.rows.length ? h("p", { class: "small muted" }, t.notes.join(" ")) : "",
      h(
        "p",
        { class: "small muted" },
        [t.helped, t.lost(found.lost), t.choice].filter(Boolean).join(" "),
      ),
    );
  }

  /** @param {Api.TableForm} found */
  #rows({ rows }) {
    const own = rows.findIndex((row) => row.you);
    const kept = rows.filter((_, index) =>
      this.#all || index < SHOWN || index === own || index === rows.length - 1
    );
    const most = Math.max(
      1,
      ...rows.map(({ error, luck }) => Math.max(Math.abs(error ?? 0), Math.abs(luck ?? 0))),
    );
    let isOffered = this.#all; // the first gap offers to show all rows
    const body = kept.flatMap((row, index) => {
      if (index === 0 || row.rank <= kept[index - 1].rank + 1) return [line(row, most)];
      const gap = this.#gap(!isOffered);
      isOffered = true;
      return [gap, line(row, most)];
    });
    const head = [t.rank, t.name, t.time, t.speed, t.errors, t.luck];
    return h(
      "table",
      { class: "ranks" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((name, index) =>
            h("th", {
              scope: "col",
              "aria-sort": index === 2 ? "ascending" : null,
              title: t.notes[index - 3],
            }, name)
          ),
        ),
      ),
      h("tbody", {}, body),
    );
  }

  /** @param {boolean} isOffer */
  #gap(isOffer) {
    const show = () => {
      this.#all = true;
      this.reload();
    };
    return h(
      "tr",
      { class: "gap" },
      h(
        "td",
        { colspan: 6 },
        isOffer ? h("button", { class: "plain", onclick: show }, t.all) : "…",
      ),
    );
  }

  /** @param {Api.NameForm} name */
  #ask(name) {
    const field = h("input", {
      id: "own-name",
      maxlength: 24,
      required: true,
      pattern: ".*\\S.*",
      autocomplete: "nickname",
      "aria-describedby": "own-name-problem",
    });
    field.value = name.name ?? "";
    const problem = h("p", { id: "own-name-problem", class: "problem", role: "alert" });
    /** @type {HTMLDialogElement} */
    const dialog = h(
      "dialog",
      { "aria-labelledby": "own-name-title", onclose: () => dialog.remove() },
      h("h2", { id: "own-name-title", class: "voice" }, t.ask),
      h("p", {}, t.about),
      h(
        "form",
        {
          /** @param {Event} event */
          onsubmit: async (event) => {
            event.preventDefault();
            // Control characters could hide other text, reverse it or break the line.
            if (/[\p{C}\p{Zl}\p{Zp}]/u.test(field.value)) {
              problem.textContent = t.control;
              return;
            }
            try {
              await api("/name", { name: field.value, shown: true });
              dialog.close();
              await this.reload();
            } catch (refused) {
              problem.textContent = refused.message;
            }
          },
        },
        h("label", { for: "own-name" }, t.label),
        field,
        problem,
        h(
          "div",
          { class: "acts" },
          h("button", { class: "b main" }, t.show),
          h("button", { class: "b", type: "button", onclick: () => dialog.close() }, t.cancel),
        ),
      ),
    );
    dialog.classList.add("own-name");
    document.body.append(dialog);
    dialog.showModal();
  }

  /** @param {Api.NameForm} name */
  #hide(name) {
    return guarded(async () => {
      await api("/name", { name: name.name, shown: false });
      await this.reload();
    });
  }
}

/** @param {Api.TableRowForm} row @param {number} most */
function line(row, most) {
  const speed = row.three_bv_per_second;
  /** @param {number | null} points @param {string} text @param {string} kind */
  const bar = (points, text, kind) => {
    if (points === null) return "…";
    const length = h("i");
    length.style.width = `${Math.round((70 * Math.abs(points)) / Math.max(most, 50))}px`;
    const neg = kind && points < 0 ? " neg" : "";
    return h("span", { class: `bar ${kind}${neg}` }, text, length);
  };
  return h(
    "tr",
    { class: row.you ? "me" : "", "aria-current": row.you ? "true" : null },
    h("td", {}, number(row.rank)),
    row.you
      ? h("td", {}, t.you)
      : h("td", { class: row.name === null ? "anon" : "" }, h("bdi", {}, row.name ?? t.unnamed)),
    h("td", { class: "num" }, digits(clockTime(row.elapsed))),
    h("td", { class: "num" }, speed === null ? "" : digits(number(speed, 2))),
    h("td", {}, bar(row.error, errorPoints(row.mistakes ?? 0, row.error ?? 0), "")),
    h("td", {}, bar(row.luck, signedPoints(row.luck ?? 0), "luck")),
  );
}

await sheet("table.css");
customElements.define("sapper-table", Table);
