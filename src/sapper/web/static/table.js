// <sapper-table>: who solved a daily board, how fast, and what was luck.
//
//   #table/expert/yesterday

import { clock, digits, rating, signed } from "./daily.js";
import { dateText } from "./dates.js";
import { api, guarded, h, levelName, number, words } from "./dom.js";
import { sheet } from "./sheet.js";

const t = words.table;
const SHOWN = 12;
const SPANS = /** @type {const} */ (["today", "yesterday", "week"]);

class Table extends HTMLElement {
  argument = "";
  #all = false; // whether all rows are shown
  #shown = ""; // the answers on the screen
  #timer = 0;

  connectedCallback() {
    this.className = "board-of";
    document.addEventListener("back", this.#load);
    return this.#load();
  }

  disconnectedCallback() {
    document.removeEventListener("back", this.#load);
    clearTimeout(this.#timer);
  }

  #load = () =>
    guarded(async () => {
      const [level, span] = this.argument.split("/");
      const asked = new URLSearchParams();
      if (Object.hasOwn(words.levels, level)) asked.set("level", level);
      if (SPANS.some((one) => one === span)) asked.set("span", span);
      const [found, name] = await Promise.all([api(`/daily/table?${asked}`), api("/name")]);
      if (!this.isConnected) return;
      const shown = JSON.stringify([found, name, this.#all]);
      if (shown !== this.#shown) this.#show(found, name); // otherwise keep the focus where it is
      this.#shown = shown;
      clearTimeout(this.#timer);
      // Reviews that are being made come soon. Other players' results may take longer.
      this.#timer = setTimeout(this.#load, found.waiting ? 1500 : 60_000);
    });

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
      h(
        "p",
        { class: "small muted" },
        [t.helped, t.lost(found.lost), t.choice].filter(Boolean).join(" "),
      ),
    );
  }

  /** @param {Api.TableForm} found */
  #rows({ rows, solved }) {
    const own = rows.findIndex((row) => row.you);
    const kept = rows.filter((_, index) =>
      this.#all || index < SHOWN || index === own || index === rows.length - 1
    );
    const most = Math.max(
      1,
      ...rows.map(({ error, luck }) => Math.max(Math.abs(error ?? 0), Math.abs(luck ?? 0))),
    );
    const body = kept.flatMap((row, index) => [
      ...(index > 0 && row.rank > kept[index - 1].rank + 1
        ? [this.#gap(rows.length < solved)]
        : []),
      line(row, most),
    ]);
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
            h("th", { scope: "col", "aria-sort": index === 2 ? "ascending" : null }, name)
          ),
        ),
      ),
      h("tbody", {}, body),
    );
  }

  // Rows that are left out. If the server has sent them, they can be shown.
  /** @param {boolean} isCut */
  #gap(isCut) {
    const show = () => {
      this.#all = true;
      this.#load();
    };
    return h(
      "tr",
      { class: "gap" },
      h(
        "td",
        { colspan: 6 },
        this.#all && isCut ? "…" : h("button", { class: "plain", onclick: show }, t.all),
      ),
    );
  }

  // Asks for the name to show. A refused name is explained below its field.
  /** @param {Api.NameForm} name */
  #ask(name) {
    const field = h("input", {
      id: "own-name",
      maxlength: 24,
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
            try {
              await api("/name", { name: field.value, shown: true });
              dialog.close();
              await this.#load();
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
      await this.#load();
    });
  }
}

/** @param {Api.TableRowForm} row @param {number} most */
function line(row, most) {
  const speed = row.three_bv_per_second;
  /** @param {number | null} points @param {string} kind */
  const bar = (points, kind) => {
    if (points === null) return "…";
    const length = h("i");
    length.style.width = `${Math.round((70 * Math.abs(points)) / Math.max(most, 50))}px`;
    const text = h("span", {}, signed(points));
    const neg = kind && points < 0 ? " neg" : "";
    return h("span", { class: `bar ${kind}${neg}` }, ...kind ? [text, length] : [length, text]);
  };
  return h(
    "tr",
    { class: row.you ? "me" : "", "aria-current": row.you ? "true" : null },
    h("td", {}, number(row.rank)),
    row.you
      ? h("td", {}, t.you)
      : h("td", { class: row.name === null ? "anon" : "" }, h("bdi", {}, row.name ?? t.unnamed)),
    h("td", { class: "num" }, digits(clock(row.elapsed))),
    h("td", { class: "num" }, speed === null ? "" : digits(number(speed, 2))),
    h("td", {}, bar(row.error === null ? null : -row.error, "")),
    h("td", {}, bar(row.luck, "luck")),
  );
}

await sheet("table.css");
customElements.define("sapper-table", Table);
