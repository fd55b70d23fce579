// The lists from which a reader chooses one or two agents, and what they do when they are stuck.

import { agentLine, agentName, h, words } from "./dom.js";

// Agents whose names begin like this are a group in the lists of agents.
/** @type {[start: string, group: "mistaken" | "programs"][]} */
const GROUPS = [["textbook:", "mistaken"], ["program-", "programs"]];

/**
 * @param {Api.AboutForm} about
 * @param {{ agents: string[], guess: string | null }} choice
 * @param {(change: { agents?: string[], guess?: string | null }) => void} choose
 */
export function agentPickers({ agents, guesses }, choice, choose) {
  const t = words.learn;
  /** @param {Api.AgentForm[]} some */
  const listed = (some) =>
    some.map((agent) =>
      h("option", { value: agent.name, title: agentLine(agent) }, agentName(agent.name))
    );
  const options = () => [
    ...listed(agents.filter(({ name }) => !GROUPS.some(([start]) => name.startsWith(start)))),
    ...GROUPS.map(([start, group]) => {
      const some = agents.filter(({ name }) => name.startsWith(start));
      return some.length > 0 && h("optgroup", { label: t[group] }, listed(some));
    }),
  ];
  const chosen = () => {
    choose({ agents: [first.value, second.value].filter(Boolean) });
  };
  const first = h("select", { "aria-label": t.agent, onchange: chosen }, options());
  const second = h(
    "select",
    { "aria-label": t.second, onchange: chosen },
    h("option", { value: "" }, t.nobody),
    options(),
  );
  const guess = h(
    "select",
    {
      "aria-label": t.whenStuck,
      onchange: () => {
        choose({ guess: guess.value || null });
      },
    },
    h("option", { value: "" }, t.ownWay),
    guesses.map((name) => h("option", { value: name }, words.guesses[name] ?? name)),
  );
  first.value = choice.agents[0];
  second.value = choice.agents[1] ?? "";
  guess.value = choice.guess ?? "";
  return { first, second, guess };
}
