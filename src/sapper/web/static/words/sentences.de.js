// Was der Server über Stellungen und Partien sagt, auf Deutsch. Seine Sätze kommen aus wenigen Vorlagen (sapper.explain,
// sapper.review, die Gründe der Agenten); hier steht zu jeder die deutsche. tests/web/test_sentences.py hält beide zusammen.
//
//   {cells}    eine Stelle, die etwas Benanntes aufnimmt: siehe `kind` weiter unten
//   [ too]     das kann fehlen; <a|b> ist eines davon; alles andere steht wörtlich da
//
// Die deutsche Seite einer Vorlage ist ein Text oder eine Funktion der Stellen, in ihrer Reihenfolge.

import words from "./de.js";

// -- Vorlagen lesen ----------------------------------------------------------------------------------

const kinds = {}; // Name -> { source, read }

// Der Ausdruck zu einer Vorlage; mit `capture` fängt jede Stelle, was in ihr steht.
function sourceOf(template, capture) {
  const group = (source) => (capture ? `(${source})` : `(?:${source})`);
  return template.replace(/\{(\w+)\}|\[|\]|<([^>]*)>|[.*+?^$()|\\/]/g, (found, name, choices, at) => {
    if (name) return group(kinds[name].source);
    if (choices) return group(choices);
    // Was fehlen kann und keine Stelle hat, ist selbst eine.
    if (found === "[") return /^\[[^\]]*[{<]/.test(template.slice(at)) || !capture ? "(?:" : "(";
    if (found === "]") return ")?";
    return `\\${found}`;
  });
}

// Die Stellen einer Vorlage der Reihe nach: der Name ihrer Art, oder "" für Wörter.
const slotsOf = (template) => [...template.matchAll(/\{(\w+)\}|<[^>]*>|\[[^\]{<]*\]/g)].map(([, name]) => name ?? "");

function rule([template, german]) {
  const pattern = new RegExp(`^${sourceOf(template, true)}$`);
  const slots = slotsOf(template);
  const read = (text, used) => {
    const found = pattern.exec(text);
    if (!found) return null;
    used?.add(template);
    if (typeof german !== "function") return german;
    return german(...slots.map((name, i) => (found[i + 1] === undefined || !name ? found[i + 1] : kinds[name].read(found[i + 1], used))));
  };
  return { template, read };
}

const all = []; // alle Vorlagen

// Eine Art von Stelle: ein Ausdruck und was daraus wird, oder Vorlagen.
function kind(name, source, read) {
  if (typeof source === "string") {
    kinds[name] = { source, read };
    return;
  }
  const rules = source.map(rule);
  all.push(...rules);
  kinds[name] = { source: source.map(([template]) => sourceOf(template, false)).join("|"), read: (text, used) => first(rules, text, used) };
}

function first(rules, text, used) {
  for (const one of rules) {
    const found = one.read(text, used);
    if (found !== null) return found;
  }
  return null;
}

// -- Zahlen, Felder, Listen -----------------------------------------------------------------------------

const capital = (text) => String(text).charAt(0).toUpperCase() + String(text).slice(1);
const list = (items) => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} und ${items.at(-1)}`);
const number = (text) => text.replace(/,/g, ".");
const percent = (text) => text.replace("under ", "unter ").replace("over ", "über ").replace(".", ",").replace("%", "\u00a0%");
const mines = (text) => `${parseInt(text, 10)} ${parseInt(text, 10) === 1 ? "Mine" : "Minen"}`;
const likely = (chance) => `mit ${chance} Wahrscheinlichkeit`;
const technique = (name) => words.techniques[name];

const CELL = "[A-Z]{1,3}[1-9][0-9]{0,3}";
const PERCENT = "(?:under |over )?[0-9]+(?:\\.[0-9]+)?%";
const TECHNIQUE = Object.keys(words.techniques).join("|");

kind("n", "[0-9]+(?:,[0-9]{3})*", number);
kind("cell", CELL, String);
// Mehrere Felder: der Text, der Text im Dativ (auf, in), und ob es mehr als eines ist.
kind("cells", `${CELL}(?:, ${CELL})*(?: and (?:${CELL}|[0-9]+ other cells))?`, (text) => ({
  many: text !== text.split(/, | and /)[0],
  at: text.replace(" and ", " und ").replace("other cells", "weiteren Feldern"),
  toString: () => text.replace(" and ", " und ").replace("other cells", "weitere Felder"),
}));
kind("percent", PERCENT, percent);
kind("chance", `an? ${PERCENT} chance|a chance of ${PERCENT}`, (text) => percent(text.replace(/^an? (?:chance of )?| chance$/g, "")));
kind("points", "[0-9]+ points?", (text) => text.replace(/ points?/, (unit) => (unit === " point" ? " Punkt" : " Punkte")));
kind("mines", "[0-9]+ mines?", mines);
kind("clue", `[Tt]he [0-8] at ${CELL}`, (text) => {
  const [, digit, , cell] = text.split(" ");
  return { digit, of: `der ${digit} auf ${cell}`, toString: () => `die ${digit} auf ${cell}` };
});
kind("technique", TECHNIQUE, technique);
kind("method", `exact odds|SAT solving|backtracking|${TECHNIQUE}`, (text) => ({ "exact odds": "genaue Wahrscheinlichkeiten", "SAT solving": "SAT-Solver", backtracking: "Backtracking" })[text] ?? technique(text));
kind("clause", `\\(?[¬~]?${CELL}(?: ∨ ¬?${CELL})*\\)?|⊥`, String);

// -- Tatsachen: in der Reihenfolge eines Hauptsatzes, und wie sie nach "also" stehen ---------------------

const fact = (subject, verb, rest) => ({ verb, rest, then: `${verb} ${subject} ${rest}`, toString: () => `${subject} ${verb} ${rest}` });
const are = (cells) => (cells.many ? "sind" : "ist");
const amount = (how, n) => `${how} ${mines(n)}`;
const lie = (verb) => (verb === "is" ? "liegt" : "liegen");

kind("amount", "[Ee]xactly [0-9]+|[Aa]t (?:least|most) [0-9]+|[0-9]+ to [0-9]+", (text) => text.toLowerCase().replace("exactly", "genau").replace("at least", "mindestens").replace("at most", "höchstens").replace("to", "bis"));
kind("fact", [
  ["{cells} <is|are> safe", (cells) => fact(cells, are(cells), "sicher")],
  ["{cells} is a mine", (cells) => fact(cells, "ist", "eine Mine")],
  ["{cells} are mines", (cells) => fact(cells, "sind", "Minen")],
  ["{amount} <mine|mines> <is|are> among {cells}", (how, noun, verb, cells) => fact(`in ${cells.at}`, lie(verb), `${how} ${noun === "mine" ? "Mine" : "Minen"}`)],
]);
kind("so", [
  ["so {fact}", (one) => `also ${one.then}`],
  ["so {fact}, and {fact}", (one, other) => `also ${one.then}, und ${other}`],
]);

// Was von Feldern schon feststeht: als Nebensatz, und als Satz.
const state = (cells, what) => ({ since: `${cells} ${what} ${are(cells)}`, says: `${cells} ${are(cells)} ${what}` });
kind("state", [
  ["{cells} <a mine|mines>", (cells) => state(cells, cells.many ? "Minen" : "eine Mine")],
  ["{cells} safe", (cells) => state(cells, "sicher")],
  ["{cells} <a mine|mines> and {cells} safe", (laid, _, clear) => {
    const [one, other] = [state(laid, laid.many ? "Minen" : "eine Mine"), state(clear, "sicher")];
    return { since: laid.many || clear.many ? `${one.since} und ${other.since}` : `${laid} eine Mine und ${clear} sicher ist`, says: `${one.says}, und ${other.says}` };
  }],
]);
kind("given", [["<With|with> {state}, ", (_, known) => known]]);

// Subjekt, Verb, Rest; nach einem Nebensatz steht das Verb vorn.
const since = (given, subject, verb, rest) => (given ? `da ${given.since}, ${verb} ${subject} ${rest}` : `${subject} ${verb} ${rest}`);
const has = (given, clue, n, cells) => since(given, clue, "hat", `${given ? "noch " : ""}${n} in ${cells.at}`);
const before = (given) => (given ? `${given.says}. ` : "");

// -- Listen von Zahlen, und was von Minen gesagt wird ----------------------------------------------------

kind("clues", `[Tt]he [0-8] at ${CELL}(?:, the [0-8] at ${CELL})*(?: and (?:the [0-8] at ${CELL}|the mine count|[0-9]+ more))?|the mine count`, (text, used) => list(text.split(/, | and /).map((one) => (one === "the mine count" ? "die Minenzahl" : / more$/.test(one) ? one.replace("more", "weitere") : kinds.clue.read(one, used)))));
kind("share", [
  ["{n} <is|are> at {cells}", (n, verb, cells) => `${n} ${lie(verb)} auf ${cells.at}`],
  ["none <is|are> at {cells}", (_, cells) => `keine liegt auf ${cells.at}`],
  ["{clue} takes {n}", (clue, n) => `${clue} braucht ${n}`],
  ["{amount} <is|are> among {cells}", (how, verb, cells) => `${how} ${lie(verb)} in ${cells.at}`],
]);
const SHARE = () => kinds.share.source;
kind("shares", `(?:${SHARE()})(?:, (?:${SHARE()}))*(?: and (?:${SHARE()}))?`, (text, used) => list(text.split(/(?:, | and )(?=[0-9]+ (?:to [0-9]+ )?(?:is|are) |none |the [0-8] at |exactly |at (?:least|most) )/).map((one) => kinds.share.read(one, used))));
kind("sum", `[A-Z0-9+= ]+(?: times [A-Z0-9+= ]+)*`, (text) => text.replace(/ times /g, "·"));
kind("times", [
  ["{clue}", (clue) => ({ from: `von ${clue.of}`, toString: () => String(clue) })],
  ["twice {clue}", (clue) => ({ from: `vom Doppelten ${clue.of}`, toString: () => `zweimal ${clue}` })],
  ["{n} times {clue}", (n, clue) => ({ from: `vom ${n}-Fachen ${clue.of}`, toString: () => `${n}-mal ${clue}` })],
]);
kind("addition", [
  ["<add|Add> {times} and {times}: {sum}", (_, one, other, sum) => `zähl ${one} und ${other} zusammen: ${sum}`],
  ["<take|Take> {times} from {times}: {sum}", (_, one, from, sum) => `zieh ${one} ${from.from} ab: ${sum}`],
  ["add {times}: {sum}", (one, sum) => `zähl ${one} dazu: ${sum}`],
  ["take away {times}: {sum}", (one, sum) => `zieh ${one} ab: ${sum}`],
]);
kind("additions", `(?:${kinds.addition.source})(?:; (?:${kinds.addition.source}))*`, (text, used) => text.split("; ").map((one) => kinds.addition.read(one, used)).join("; "));
kind("gloss", " \\(the pattern [12]-[12](?: with a hole| in a triangle)?(?: after reduction)?\\)", (text) => ` (das Muster ${pattern(text.slice(14, -1))})`);
const pattern = (text) => text.replace(" with a hole", " mit Lücke").replace(" in a triangle", " im Dreieck").replace(" after reduction", " nach Reduktion");
kind("patterns", "(?:, pattern [12-]+(?: after reduction)?)+", (text) => text.split(", pattern ").map(pattern).join(", Muster "));

// -- Begründungen (sapper.explain) ----------------------------------------------------------------------

const its = (clue) => (clue.digit === "1" ? "ihre Mine" : "alle ihre Minen");
const aside = (told, many) => (told ? `, ${many ? "die" : "das"} nicht als sicher ${told === " not told safe" ? "vorgegeben" : "bekannt"} ${many ? "sind" : "ist"}` : "");
const hidden = (where, told) => (/only/.test(where) ? `dem einzigen verdeckten Feld${aside(told, false)}` : `den ${/\d+/.exec(where)} verdeckten Feldern${aside(told, true)}`);

const explanations = [
  // Ein Schritt: eine Zahl allein, oder was vorgegeben und bekannt ist
  ["{clue} touches no mine, {so}.", (clue, so) => `${clue} berührt keine Mine, ${so}.`],
  ["{clue} touches only one hidden cell[ not told safe], {cell}, so it is a mine.", (clue, told, cell) => `${clue} berührt nur ein verdecktes Feld${aside(told, false)}: ${cell} ist eine Mine.`],
  ["{clue} touches only {n} hidden cells[ not told safe], {cells}, so <both|all> are mines.", (clue, n, told, cells, every) => `${clue} berührt nur ${n} verdeckte Felder${aside(told, true)}: ${cells}. Also sind ${every === "both" ? "beide" : "das alles"} Minen.`],
  ["{cells} was told safe before the first move.", (cells) => `${cells} ist schon vor dem ersten Zug als sicher vorgegeben.`],
  ["{cells} <is|are> already known to be <safe|a mine|mines>.", (cells, _, what) => `dass ${cells} ${what === "safe" ? "sicher" : cells.many ? "Minen" : "eine Mine"} ${are(cells)}, steht schon fest.`],
  ["[{given}]{clue} has all its mines, {so}.", (given, clue, so) => `${since(given, clue, "hat", `schon ${its(clue)}`)}, ${so}.`],
  ["[{given}]{clue} needs a mine in every other cell, {so}.", (given, clue, so) => `${since(given, clue, "braucht", "in jedem anderen Feld eine Mine")}, ${so}.`],
  ["[{given}]<no|No> mine remains, {so}.", (given, _, so) => `${given ? since(given, "keine Mine", "ist", "mehr übrig") : "keine Mine ist mehr übrig"}, ${so}.`],
  ["[{given}]<the|The> mines that remain fill every other cell, {so}.", (given, _, so) => `${since(given, "die übrigen Minen", "füllen", "jedes andere Feld")}, ${so}.`],

  // Zwei Zahlen
  ["[{given}]{clue} has exactly {mines} among {cells}; {clue} touches <it|them> too and has all its mines there, {so}[{gloss}].",
    (given, inner, n, cells, outer, it, so, gloss = "") => `${since(given, inner, "hat", `genau ${n} in ${cells.at}`)}; ${outer} berührt ${it === "it" ? "dieses Feld" : "diese Felder"} auch und hat dort schon ${its(outer)}, ${so}${gloss}.`],
  ["[{given}]{clue} has exactly {mines} among {cells}; {clue} touches <it|them> too and needs {n} more in its <only other cell|[0-9]+ other cells>, {so}[{gloss}].",
    (given, inner, n, cells, outer, it, more, only, so, gloss = "") => `${since(given, inner, "hat", `genau ${n} in ${cells.at}`)}; ${outer} berührt ${it === "it" ? "dieses Feld" : "diese Felder"} auch und braucht noch ${more} in ${/^only/.test(only) ? "ihrem einzigen anderen Feld" : `ihren ${parseInt(only, 10)} anderen Feldern`}, ${so}${gloss}.`],
  ["[{given}]{clue} needs {n} more <mine|mines> than {clue} and has only <one cell|[0-9]+ cells> of its own, so {fact}, and {cells}, which only {clue} touches, <is|are> safe[{gloss}].",
    (given, one, n, _, other, own, laid, cells, clue, __, gloss = "") => `${since(given, one, "braucht", `genau ${mines(n)} mehr als ${other}`)} und hat nur ${own === "one cell" ? "ein Feld" : `${parseInt(own, 10)} Felder`} für sich. Also ${laid.then}, und ${cells}, ${cells.many ? "die" : "das"} nur an ${clue} ${cells.many ? "grenzen" : "grenzt"}, ${are(cells)} sicher${gloss}.`],

  // Ketten
  ["{fact}, and {cells} can hold {n} of them, {so}.", (whole, room, held, so) => `${whole}, und in ${room.at} ${held === "1" ? "passt" : "passen"} davon ${held}, ${so}.`],
  ["{fact}, {so}.", (whole, so) => `${whole}, ${so}.`],
  ["[{given}]{clue} has {mines} among {cells}, and {cells} can hold {n} of them, {so}.", (given, clue, n, cells, room, held, so) => `${has(given, clue, n, cells)}, und in ${room.at} ${held === "1" ? "passt" : "passen"} davon ${held}, ${so}.`],
  ["[{given}]{clue} has {mines} among {cells}, {so}.", (given, clue, n, cells, so) => `${has(given, clue, n, cells)}, ${so}.`],
  ["{fact}, but {fact}[ (so {fact})], {so}.", (whole, other, part, so) => `${whole}, aber ${other}${part ? ` (also ${part.then})` : ""}, ${so}.`],
  ["[{given}]{clue} has {mines} among {cells}, but {fact}[ (so {fact})], {so}.", (given, clue, n, cells, other, part, so) => `${has(given, clue, n, cells)}, aber ${other}${part ? ` (also ${part.then})` : ""}, ${so}.`],
  ["{fact}; [{given}]{clue} <allows at most|needs at least> {n} among {cells}, {so}.", (whole, given, clue, how, n, cells, so) => `${whole}; ${limit(given, clue, how, n, cells)}, ${so}.`],
  ["[{given}]{clue} has {mines} among {cells}; [{given}]{clue} <allows at most|needs at least> {n} among {cells}, {so}.", (given, clue, n, cells, also, limiter, how, taken, shared, so) => `${has(given, clue, n, cells)}; ${limit(also, limiter, how, taken, shared)}, ${so}.`],

  // Summen
  ["Count 1 for a mine and 0 for a safe cell.", "Zähl 1 für eine Mine und 0 für ein sicheres Feld."],
  ["[{given}]{additions}, {so}.", (given, additions, so) => `${before(given)}${capital(additions)}, ${so}.`],

  // Annahmen
  ["Suppose {cell} were <a mine|safe>.", (cell, what) => `Angenommen, ${cell} wäre ${what === "safe" ? "sicher" : "eine Mine"}.`],
  ["Suppose also that {cell} were <a mine|safe>.", (cell, what) => `Nimm außerdem an, ${cell} wäre ${what === "safe" ? "sicher" : "eine Mine"}.`],
  ["But with {state}, {clue} has too many.", (known, clue) => `Aber wenn ${known.since}, hat ${clue} zu viele.`],
  ["But with {state}, {clue} cannot have its mine.", (known, clue) => `Aber wenn ${known.since}, bekommt ${clue} ihre Mine nicht.`],
  ["But with {state}, {clue} cannot have all its mines.", (known, clue) => `Aber wenn ${known.since}, bekommt ${clue} nicht alle ihre Minen.`],
  ["So {fact}.", (one) => `Also ${one.then}.`],
  ["So then {fact}.", (one) => `Dann ${one.verb} also ${String(one.then).slice(one.verb.length + 1)}.`],
  ["But then, of the {n} <mine that remains|mines that remain>, {shares}: {n} in all, which is too many.", (n, _, shares, total) => `Aber dann gilt für ${leftOver(n)}: ${capital(shares)}. Das sind zusammen ${total} und damit zu viele.`],
  ["But then, of the {n} <mine that remains|mines that remain>, {shares}: there is room for {n}, which is too few.", (n, _, shares, room) => `Aber dann gilt für ${leftOver(n)}: ${capital(shares)}. Platz ist dann nur für ${room}, und das ist zu wenig.`],

  // Die Minenzahl
  ["The board has no mines, so none are <in its only|among its [0-9]+> <hidden cell|hidden cells>[< not told safe| not known to be safe>].", (n, _, told) => `Auf dem Spielfeld gibt es keine Minen, also auch nicht in ${hidden(n, told)}.`],
  ["The board has {mines}, which <is|are> <in its only|among its [0-9]+> <hidden cell|hidden cells>[< not told safe| not known to be safe>].", (n, verb, cells, _, told) => `Auf dem Spielfeld gibt es ${n}, und ${verb === "is" ? "sie liegt" : "sie liegen"} in ${hidden(cells, told)}.`],
  ["The board has {mines} and <it is|all [0-9]+ are|[0-9]+ is|[0-9]+ are> known, so <none remain|[0-9]+ remains|[0-9]+ remain>.", (n, known, left) => `Auf dem Spielfeld gibt es ${n}, ${knownMines(known)}, also ${/^none/.test(left) ? "ist keine mehr übrig" : `${left === "1 remains" ? "ist" : "sind"} noch ${parseInt(left, 10)} übrig`}.`],
  ["The board has {mines} and <it is|all [0-9]+ are|[0-9]+ is|[0-9]+ are> known, so <none remain|[0-9]+ remains|[0-9]+ remain><, in the only other| among the other [0-9]+> <hidden cell|hidden cells>[< not told safe| not known to be safe>].", (n, known, left, where, _, told) => {
    const others = /(\d+)/.exec(where)?.[1];
    const place = others ? `in den anderen ${others} verdeckten Feldern${aside(told, true)}` : `im einzigen anderen verdeckten Feld${aside(told, false)}`;
    return `Auf dem Spielfeld gibt es ${n}, ${knownMines(known)}, also ${/^none/.test(left) ? "ist keine mehr übrig" : `${left === "1 remains" ? "ist" : "sind"} noch ${parseInt(left, 10)} übrig`}, ${place}.`;
  }],
  ["Of these {n} mines, {shares}[, and they share no cell].", (n, shares, apart) => `Für diese ${n} Minen gilt: ${capital(shares)}${apart ? ", und sie haben kein Feld gemeinsam" : ""}.`],
  ["{clue} takes this mine.", (clue) => `${clue} braucht diese Mine.`],
  ["No mine remains for the other hidden cells, {so}.", (so) => `Für die anderen verdeckten Felder bleibt keine Mine, ${so}.`],
  ["No mine is left, {so}.", (so) => `Keine Mine ist mehr übrig, ${so}.`],
  ["[So ]{mines} <remains|remain> and <this cell|these [0-9]+ cells> must hold <it|them>: {fact}.", (so, n, _, these, __, one) => `${so ? `also ${n === "1 Mine" ? "bleibt" : "bleiben"} ${n} übrig` : `${n} ${n === "1 Mine" ? "bleibt" : "bleiben"} übrig`}, und ${/^this/.test(these) ? "dieses Feld muss" : `diese ${/\d+/.exec(these)} Felder müssen`} sie enthalten: ${capital(one)}.`],
  ["[{given}]<in|In> every way to satisfy {clues}, {fact}.", (given, _, clues, one) => `${before(given)}Wie man ${clues} auch erfüllt: ${capital(one)}.`],

  // Die Zusammenfassung, und was nicht gewiss ist
  ["{cell} is <safe|a mine> ({technique}[{patterns}]).", (cell, what, name, patterns = "") => `${cell} ist ${what === "safe" ? "sicher" : "eine Mine"} (${name}${patterns}).`],
  ["{cell} is <safe|a mine> (single clue, <clue|clues> {cells}).", (cell, what, _, clues) => `${cell} ist ${what === "safe" ? "sicher" : "eine Mine"} (${clues.many ? "eine Zahl nach der anderen" : "eine Zahl"}: ${clues}).`],
  ["{cell} is <safe|a mine> ({technique}, <clue|clues> {cells}[{patterns}]).", (cell, what, name, _, clues, patterns = "") => `${cell} ist ${what === "safe" ? "sicher" : "eine Mine"} (${name} ${name === technique("mine count") ? "mit" : "aus"} ${clues.many ? "den Zahlen" : "der Zahl"} auf ${clues.at}${patterns}).`],
];

// Ein Feld, das nicht gewiss ist: "es" soll dieses sein, nicht das sicherste.
kind("safest", [
  ["{cell} is certainly safe.", (cell) => `${cell} ist auf jeden Fall sicher.`],
  ["The safest cell is {cell}, with {chance} of being a mine.", safestCell],
  ["No cell is safer.", "Kein Feld ist sicherer."],
]);
kind("leads", [
  ["Whatever its number, it makes no other cell certainly safe.", () => (cell) => `Welche Zahl ${cell} auch zeigt: Kein anderes Feld wird dadurch sicher.`],
  ["There is {chance} that it is safe and its number makes another cell certainly safe.", (chance) => (cell) => `${capital(likely(chance))} ist ${cell} sicher und zeigt mit seiner Zahl ein weiteres sicheres Feld.`],
]);
const uncertain = ["[But ]{cell} is not certain: it has {chance} of being a mine. {safest} {leads}", (but, cell, chance, safest, leads) => `${but ? "Aber " : ""}${cell} ist nicht gewiss: Es ist ${likely(chance)} eine Mine. ${safest} ${leads(cell)}`];

function safestCell(cell, chance) {
  return `Das sicherste Feld ist ${cell}: Es ist ${likely(chance)} eine Mine.`;
}

function limit(given, clue, how, n, cells) {
  return /^allows/.test(how) ? `${since(given, clue, "lässt", `in ${cells.at} höchstens ${n}`)} zu` : since(given, clue, "braucht", `in ${cells.at} mindestens ${n}`);
}

function leftOver(n) {
  return n === "1" ? "die 1 übrige Mine" : `die ${n} übrigen Minen`;
}

function knownMines(text) {
  const n = /\d+/.exec(text)?.[0];
  if (!n) return "und sie ist bekannt";
  return /^all/.test(text) ? `und alle ${n} sind bekannt` : `${n} ${n === "1" ? "ist" : "sind"} bekannt`;
}

// -- Tipps und Wahrscheinlichkeiten ----------------------------------------------------------------------

// Eine Gegend: im Akkusativ, und wo sie ist.
kind("region", [
  ["the <top|bottom> <left|right> corner", (upright, across) => corner(`Ecke ${upright === "top" ? "oben" : "unten"} ${across === "left" ? "links" : "rechts"}`)],
  ["the middle of the <top|bottom>", (upright) => ({ the: `die ${upright === "top" ? "obere" : "untere"} Mitte`, in: `in der ${upright === "top" ? "oberen" : "unteren"} Mitte` })],
  ["the <left|right> half", (across) => ({ the: `die ${across === "left" ? "linke" : "rechte"} Hälfte`, in: `in der ${across === "left" ? "linken" : "rechten"} Hälfte` })],
  ["the middle of the board", () => corner("Mitte des Spielfelds")],
]);
function corner(name) {
  return { the: `die ${name}`, in: `in der ${name}` };
}

kind("boards", "One board fits|[0-9,]+ boards fit|About 10[⁰¹²³⁴⁵⁶⁷⁸⁹]+ boards fit", (text) => (text === "One board fits" ? "Ein Spielfeld passt" : number(text.replace("About", "Etwa").replace("boards fit", "Spielfelder passen"))));

const hints = [
  ["Nothing is open yet: by rule <safe|open>, the first click is safe anywhere[ and opens a region].", (_, region) => `Noch ist nichts offen: Der erste Klick ist überall sicher${region ? " und öffnet eine Fläche" : ""}.`],
  ["A cell is certainly safe.", "Ein Feld ist auf jeden Fall sicher."],
  ["Look at {region}[, around {cell}].", (region, cell) => `Sieh dir ${region.the} an${cell ? `, rund um ${cell}` : ""}.`],
  ["No clue is needed: the cell was told safe.", "Dafür braucht es keine Zahl: Das Feld ist als sicher vorgegeben."],
  ["Look at the clue {cell}.", (cell) => `Sieh dir die Zahl auf ${cell} an.`],
  ["Compare the clues {cells}.", (cells) => `Vergleiche die Zahlen auf ${cells.at}.`],
  ["Count the mines: {n} <is|are> known and {n} <remains|remain>.", (known, verb, left) => `Zähl die Minen: ${known} ${verb === "is" ? "ist" : "sind"} bekannt, ${left} ${left === "1" ? "ist" : "sind"} übrig.`],
  ["No cell is certainly safe: you must guess, at a risk of {percent} at least.", (risk) => `Kein Feld ist nachweislich sicher: Du musst raten, mit einem Risiko von mindestens ${risk}.`],
  ["The safest guess is in {region}[, around {cell}].", (region, cell) => `Am sichersten rätst du ${region.in}${cell ? `, rund um ${cell}` : ""}.`],
  ["The safest guess is next to the <clue|clues> {cells}.", (_, cells) => `Am sichersten rätst du neben ${cells.many ? "den Zahlen" : "der Zahl"} auf ${cells.at}.`],
  ["The safest guess is a cell that no clue touches.", "Am sichersten rätst du ein Feld, das an keine Zahl grenzt."],
  ["{cell} is the safest guess: it has {chance} of being a mine.", (cell, chance) => `Am sichersten rätst du ${cell}: Es ist ${likely(chance)} eine Mine.`],
  ["{cell} is safe.", (cell) => `${cell} ist sicher.`],
  ["You don't have to.", "Das musst du nicht."],
  ["There is nothing to guess: only mines are hidden.", "Es gibt nichts zu raten: Nur noch Minen sind verdeckt."],
  ["No: a safe cell can be found by reasoning.", "Nein: Durch Nachdenken lässt sich ein sicheres Feld finden."],
  ["Yes.", "Ja."],
  ["No hidden cell is provably safe; the best you can do is a coin toss.", "Kein verdecktes Feld ist nachweislich sicher; mehr als ein Münzwurf ist nicht zu haben."],
  ["No hidden cell is provably safe; the safest has {chance} of being a mine.", (chance) => `Kein verdecktes Feld ist nachweislich sicher; das sicherste ist ${likely(chance)} eine Mine.`],

  ["{boards}; {n} <cell is|cells are> certainly safe.", (boards, n, verb) => `${boards}; ${n} ${verb === "cell is" ? "Feld ist" : "Felder sind"} auf jeden Fall sicher.`],
  ["You don't have to guess.", "Du musst nicht raten."],
  ["{boards}; only mines are hidden.", (boards) => `${boards}; nur noch Minen sind verdeckt.`],
  ["The safest one is {cell}, with {chance} of being a mine.", safestCell],
  ["{boards}; no cell is certainly safe.", (boards) => `${boards}; kein Feld ist auf jeden Fall sicher.`],

  ["Nothing is left to open: only mines are hidden.", "Es gibt nichts mehr zu öffnen: Nur noch Minen sind verdeckt."],
  ["A certain win: the best strategy wins on every board that fits.", "Ein sicherer Sieg: Die beste Strategie gewinnt auf jedem Spielfeld, das passt."],
  ["{percent} to win, exactly: the best strategy wins on {n} of the {n} boards that fit.", (win, won, boards) => `Gewinnchance genau ${win}: Die beste Strategie gewinnt auf ${won} der ${boards} Spielfelder, die passen.`],
  ["{percent} ± {percent} to win: estimated on {n} boards that fit, played to their end by the champion.", (win, error, boards) => `Gewinnchance ${win} ± ${error}: geschätzt an ${boards} Spielfeldern, die passen; der Agent champion hat sie zu Ende gespielt.`],
  ["Open what is safe first: it costs nothing.", "Öffne zuerst, was sicher ist: Das kostet nichts."],
  ["<The best|By this estimate the best> cell to open is {cell}, and none is safer.", (by, cell) => `${bestCell(by, cell)}, und keines ist sicherer.`],
  ["<The best|By this estimate the best> cell to open is {cell}, with {chance} of being a mine; the safest is {cell}, with {percent}.", (by, cell, risk, safest, least) => `${bestCell(by, cell)} mit einem Minenrisiko von ${risk}; das sicherste ist ${safest} mit ${least}.`],
];

function bestCell(by, cell) {
  return `${by === "The best" ? "Das beste Feld ist" : "Nach dieser Schätzung ist das beste Feld"} ${cell}`;
}

// -- Was Agenten sagen ----------------------------------------------------------------------------------

kind("fits", [
  ["no board that fits has a mine there", "auf keinem Spielfeld, das passt, liegt dort eine Mine"],
  ["no board that fits the clues has a mine there", "auf keinem Spielfeld, das zu den Zahlen passt, liegt dort eine Mine"],
  ["no board that fits the clues and the mine count has a mine there", "auf keinem Spielfeld, das zu den Zahlen und zur Minenzahl passt, liegt dort eine Mine"],
]);
kind("source", [
  ["the <clue|clues> {cells}", (_, cells) => `aus ${cells.many ? "den Zahlen" : "der Zahl"} auf ${cells.at}`],
  ["the mine count", "aus der Minenzahl"],
  ["facts settled before", "aus Tatsachen, die schon feststanden"],
  ["facts vouched for by {method}", (method) => `aus Tatsachen, für die ein Orakel bürgt (${method})`],
]);
kind("sources", `(?:${kinds.source.source})(?: and (?:${kinds.source.source}))*`, (text, used) => list(text.split(/ and (?=the |facts )/).map((one) => kinds.source.read(one, used))));
kind("left", "[0-9]+ mines? left in [0-9]+ cells?", (text) => {
  const [left, cells] = text.match(/\d+/g);
  return `noch ${mines(left)} in ${cells} ${cells === "1" ? "Feld" : "Feldern"}`;
});
const risk = (chance) => `mit einem Minenrisiko von ${chance}`;
kind("why", [
  ["the clue {cell} has all its mines ({cells})", (clue, cells) => `Die Zahl auf ${clue} hat schon alle ihre Minen (${cells})`],
  ["the clue {cell} is 0", (clue) => `Die Zahl auf ${clue} ist 0`],
  ["told so before the first move", "So ist es vor dem ersten Zug vorgegeben"],
  ["the one mine is known", "Die einzige Mine ist bekannt"],
  ["all {n} mines are known", (n) => `Alle ${n} Minen sind bekannt`],
  ["the board has no mines", "Auf dem Spielfeld gibt es keine Minen"],
  ["this follows from {sources} in {n} steps", (sources, n) => `Das folgt ${sources}, in ${n} Schritten`],
  ["[this agent can't prove it, but ]{fits} ({method})", (unproved, fits, method) => `${unproved ? `Dieser Agent kann es nicht beweisen, aber ${fits}` : capital(fits)} (${method})`],
  ["the safest cell, with {chance} of being a mine", (chance) => `das sicherste Feld, ${risk(chance)}`],
  ["the best cell, with {chance} of being a mine; wins {percent} (exact)", (chance, wins) => `das beste Feld, ${risk(chance)}; damit gewinnt man in ${wins} der Fälle (genau)`],
  ["the best of the guesses that were played on, with {chance} of being a mine; wins {percent} ± {percent} (estimated)", (chance, wins, error) => `das beste der Felder, mit denen weitergespielt wurde, ${risk(chance)}; damit gewinnt man in ${wins} ± ${error} der Fälle (geschätzt)`],
  ["rated best of the guesses, with {chance} of being a mine; wins roughly {percent}", (chance, wins) => `am besten bewertet, ${risk(chance)}; damit gewinnt man in etwa ${wins} der Fälle`],
  ["the only unknown cell", "das einzige unbekannte Feld"],
  ["the only cell that no clue touches", "das einzige Feld, das an keine Zahl grenzt"],
  ["drawn from {n} unknown cells", (n) => `ausgelost unter ${n} unbekannten Feldern`],
  ["drawn from {n} cells that no clue touches", (n) => `ausgelost unter ${n} Feldern, die an keine Zahl grenzen`],
  ["no clause of KB with a ¬ is shorter than {clause}", (clause) => `Keine Klausel von KB mit einem ¬ ist kürzer als ${clause}`],
  ["in KB {n} votes say safe and {n} say mine, and no cell does better", (safe, mine) => `In KB sagen ${safe} Stimmen „sicher“ und ${mine} „Mine“, und kein Feld steht besser da`],
  ["{percent} of the votes of KB say safe", (share) => `${share} der Stimmen von KB sagen „sicher“`],
  ["the board has {left} ({percent})", (left, share) => `Auf dem Spielfeld gibt es ${left} (${share})`],
  ["the board has {left} ({percent}), and by the votes of KB no cell is below {percent}", (left, share, least) => `Auf dem Spielfeld gibt es ${left} (${share}), und nach den Stimmen von KB liegt kein Feld unter ${least}`],
  ["the board has {left} ({percent}), and every cell near a clue is worse ({percent} or more)", (left, share, least) => `Auf dem Spielfeld gibt es ${left} (${share}), und jedes Feld neben einer Zahl ist schlechter (${least} oder mehr)`],
  ["the clue {cell} has {left} ({percent}), and no clue around it is worse", (clue, left, share) => `Die Zahl auf ${clue} hat ${left} (${share}), und keine Zahl daneben ist schlechter`],
]);

const decisions = [
  ["{cells} <is|are> safe: {why}.", (cells, _, why) => `${cells} ${are(cells)} sicher: ${why}.`],
  ["{cell} is a guess (<[a-z]+>): {why}.", (cell, name, why) => `${cell} ist geraten (${name}): ${why}.`],
  ["No hidden cell is provably safe: any move is a guess.", "Kein verdecktes Feld ist nachweislich sicher: Jeder Zug ist geraten."],
  ["{cell} is safe, but this agent can't prove it: it takes the mine count[ (a proof of {n} steps)].", (cell, steps) => `${cell} ist sicher, aber dieser Agent kann es nicht beweisen: Dazu braucht es die Minenzahl${proofOf(steps)}.`],
  ["{cell} is safe, but this agent can't prove it: it takes <one clue|[0-9]+ clues> together, by {technique}[ (a proof of {n} steps)].", (cell, clues, name, steps) => `${cell} ist sicher, aber dieser Agent kann es nicht beweisen: Dazu braucht es ${clues === "one clue" ? "eine Zahl" : `${parseInt(clues, 10)} Zahlen zusammen`}, Technik: ${name}${proofOf(steps)}.`],
];

function proofOf(steps) {
  return steps ? ` (ein Beweis von ${steps} Schritten)` : "";
}

// Woher eine Zeile eines Beweises kommt.
const sources = [
  ["clue {cell}", (cell) => `Zahl auf ${cell}`],
  ["told safe", "als sicher vorgegeben"],
  ["open", "offen"],
  ["mine count", "Minenzahl"],
  ["vouched for by {method}", (method) => `vom Orakel (${method})`],
];

// Der Agent eines anderen: was er selbst sagt, bleibt, wie er es sagt.
kind("claim", [
  ["{cell} is a guess[, with {chance} of being a mine]", (cell, chance) => `${cell} ist geraten${chance ? `, ${risk(chance)}` : ""}`],
  ["{fact}", String],
]);
const own = ["{claim}[, {claim}][, {claim}][ because of <the mine count|[A-Z0-9, a-z]+>], says <[^ :]+>[: <.*>].[ But <.*>]", (one, two, three, because, agent, said, but) => {
  const why = because ? `, wegen ${because.replace("the mine count", "der Minenzahl").replace(/ and /g, " und ").replace("other cells", "weiterer Felder")}` : "";
  const rest = but === undefined ? "" : translated(`But ${but}`);
  if (rest === null) return null;
  return `${[one, two, three].filter(Boolean).join(", ")}${why}, sagt ${agent}${said ? `: ${said}` : ""}.${rest && ` ${rest}`}`;
}];

// -- Rückschau (sapper.review) ----------------------------------------------------------------------------

const COUNTS = { one: "ein", two: "zwei", three: "drei", four: "vier", five: "fünf", six: "sechs", seven: "sieben", eight: "acht", nine: "neun", ten: "zehn" };
kind("count", `${Object.keys(COUNTS).map((word) => `[${word[0].toUpperCase()}${word[0]}]${word.slice(1)}`).join("|")}|[0-9]+`, (text) => COUNTS[text.toLowerCase()] ?? text);
const guessed = (since) => (since === "It" ? "Du hast dabei" : "Nach dem ersten Klick hast du");
const times = (count) => (/^\d/.test(count) ? `${count}-mal` : `${count}mal`);
kind("often", [
  ["less than once in 100", "in weniger als einem von 100 Fällen"],
  ["once in 100", "in einem von 100 Fällen"],
  ["[over ]{n} times in 100", (over, n) => `in ${over ? "über " : ""}${n} von 100 Fällen`],
]);
kind("luck", [
  ["luck gave {points}", (points) => `Glück brachte ${points}`],
  ["luck took {points}", (points) => `Pech kostete ${points}`],
  ["luck changed nothing", "das Glück änderte nichts"],
]);
kind("risk", [
  ["<The|the> chord at {cell} had {chance} of hitting a mine", (_, cell, chance) => `rund um ${cell} zu öffnen traf ${likely(chance)} eine Mine`],
  ["{cell} had {chance} of being a mine", (cell, chance) => `${cell} war ${likely(chance)} eine Mine`],
]);
kind("shown", [
  ["it was told safe", "es war als sicher vorgegeben"],
  ["{clue} showed it", (clue) => `das zeigte ${clue}`],
  ["{cells} showed it, one clue after the other", (cells) => `das zeigten ${cells}, eine Zahl nach der anderen`],
  ["the mine count[ with {cells}] showed it", (cells) => `das zeigte die Minenzahl${cells ? ` zusammen mit ${cells.at}` : ""}`],
  ["a {technique} of {cells} showed it", (name, cells) => `das zeigte eine ${name} aus ${cells.at}`],
]);

const reviews = [
  ["The game starts at {cell}.", (cell) => `Das Spiel beginnt auf ${cell}.`],
  ["{cell} was certainly safe.", (cell) => `${cell} war auf jeden Fall sicher.`],
  ["A chord at {cell}: all that it opened was certainly safe.", (cell) => `Rund um ${cell} geöffnet: Das alles war auf jeden Fall sicher.`],
  ["The flag at {cell} is taken away.", (cell) => `Die Flagge auf ${cell} wird weggenommen.`],
  ["The flag at {cell} is wrong: there is no mine[, and that was certain].", (cell, certain) => `Die Flagge auf ${cell} ist falsch: Dort liegt keine Mine${certain ? ", und das war gewiss" : ""}.`],
  ["The flag at {cell} is right, but there was only {chance} of a mine.", (cell, chance) => `Die Flagge auf ${cell} ist richtig, aber gewiss war das nicht: Eine Mine lag dort ${likely(chance)}.`],
  ["{risk}.", (risk) => `${risk}.`],
  ["{cell} was certainly a mine.", (cell) => `${cell} war auf jeden Fall eine Mine.`],
  ["{cell} was a provable mine.", (cell) => `${cell} war nachweislich eine Mine.`],
  ["The chord at {cell} was sure to hit a mine.", (cell) => `Rund um ${cell} zu öffnen musste eine Mine treffen.`],
  ["{risk}, and no other guess wins more often.", (risk) => `${risk}, und kein anderes Feld gewinnt öfter.`],
  ["{risk}, and nothing else came near.", (risk) => `${risk}, und nichts anderes war annähernd so gut.`],
  ["{risk}: no guess was better.", (risk) => `${risk}: Besser konnte man nicht raten.`],
  ["{risk}: a good guess.", (risk) => `${risk}: gut geraten.`],
  ["{cell} was safe: {shown}.", (cell, shown) => `${cell} war sicher: ${capital(shown)}.`],
  ["{cell} wins {points} more.", (cell, points) => `${cell} hätte ${points} mehr gebracht.`],

  ["The game was not finished: the chance to win stood at {percent}.", (chance) => `Das Spiel wurde nicht beendet: Die Gewinnchance stand bei ${chance}.`],
  ["You won.", "Du hast gewonnen."],
  ["You won without a single guess.", "Du hast gewonnen, ohne ein einziges Mal zu raten."],
  ["Only the first click was a guess.", "Nur der erste Klick war geraten."],
  ["<It|After the first click it> took one guess, a coin toss.", (since) => `${guessed(since)} einmal geraten: ein Münzwurf.`],
  ["<It|After the first click it> took one guess, which succeeds {often}.", (since, often) => `${guessed(since)} einmal geraten; das geht ${often} gut.`],
  ["<It|After the first click it> took {count} guesses; <both|all [a-z0-9]+> succeed {often}.", (since, count, _, often) => `${guessed(since)} ${times(count)} geraten; das geht ${often} jedes Mal gut.`],
  ["You lost on the first click, {cell}: rule any does not protect it.", (cell) => `Du hast beim ersten Klick verloren, auf ${cell}: Auf dieser Stufe ist er nicht geschützt.`],
  ["You lost on a 50/50; no other guess wins more often.", "Du hast ein 50/50 verloren; kein anderes Feld gewinnt öfter."],
  ["You lost on a risk of {percent}; no other guess wins more often.", (risk) => `Du hast durch ein Risiko von ${risk} verloren; kein anderes Feld gewinnt öfter.`],
  ["You lost on <a good guess|the best guess there was>: {risk}.", (how, risk) => `Du hast verloren, obwohl ${how === "a good guess" ? "du gut geraten hast" : "man nicht besser raten konnte"}: ${capital(risk)}.`],
  ["Needless guess at move {n}: {cell} was safe.", (n, cell) => `Unnötig geraten bei Zug ${n}: ${cell} war sicher.`],
  ["<Inaccuracy|Mistake> at move {n}: {cell} wins {points} more.", (label, n, cell, points) => `${capital(words.play.labels[label.toLowerCase()])} bei Zug ${n}: ${cell} hätte ${points} mehr gebracht.`],
  ["Move {n} opened a provable mine, {cell}.", (n, cell) => `Zug ${n} hat eine nachweisbare Mine geöffnet, ${cell}.`],
  ["The chord at move {n} was sure to hit a mine.", (n) => `Rundherum zu öffnen musste bei Zug ${n} eine Mine treffen.`],
  ["{cell} was safe.", (cell) => `${cell} war sicher.`],
  ["One needless guess at move {n} cost {points}: {cell} was safe.", (n, points, cell) => `Einmal unnötig geraten, bei Zug ${n}, kostete ${points}: ${cell} war sicher.`],
  ["It cost {points}.", (points) => `Das kostete ${points}.`],
  ["{count} other <error|errors> cost {points}.", (count, one, points) => (one === "error" ? `Ein weiterer Fehler kostete ${points}.` : `${capital(count)} weitere Fehler kosteten ${points}.`)],
  ["{count} other <error|errors> made no clear difference.", (count, one) => (one === "error" ? "Ein weiterer Fehler machte keinen klaren Unterschied." : `${capital(count)} weitere Fehler machten keinen klaren Unterschied.`)],
  ["You made no[ clear] error.", (clear) => (clear ? "Du hast keinen Fehler gemacht, der sich klar zeigen ließe." : "Du hast keinen Fehler gemacht.")],
  ["The chance at the start was {percent}; {luck}[, your choices cost {points}].", (start, luck, points) => `Zu Beginn war die Gewinnchance ${start}; ${luck}${points ? `, deine Entscheidungen kosteten ${points}` : ""}.`],

  ["It hit a mine.", "Eine Mine wurde getroffen."],
  ["It was a mine.", "Es war eine Mine."],
  ["You survived.", "Es ging gut."],
  ["It cost {points} all the same.", (points) => `Trotzdem kostete es ${points}.`],
  ["The chance to win went from {percent} to {percent}.", (before, after) => `Die Gewinnchance ging von ${before} auf ${after}.`],
  ["{n} more steps: see Analyse.", (n) => `${n} weitere Schritte: siehe Analyse.`],
];

// -- Lektionen: was an einer Antwort fehlt (sapper.classroom), und wie man sie schreibt -------------------

kind("laid", [
  ["no mine at all", "gar keiner Mine"],
  ["mine at {cells}", (cells) => `einer Mine auf ${cells.at}`],
  ["mines at {cells}", (cells) => `Minen auf ${cells.at}`],
]);
kind("stepProblem", [
  ["they do not disagree about any cell", "Sie sind sich über kein Feld uneinig"],
  ["they disagree about more than one cell", "Sie sind sich über mehr als ein Feld uneinig"],
  ["leave out what they disagree about, and keep the rest", "Lass weg, worüber sie sich uneinig sind, und behalte den Rest"],
  ["neither is a fact, and here every step uses one", "Keine von beiden ist eine Tatsache, und hier benutzt jeder Schritt eine"],
]);
kind("sourceProblem", [
  ["there is nothing to claim here: start from numbers", "Hier gibt es nichts zu behaupten: Fang mit Zahlen an"],
  ["the claim to be refuted is {clause}", (clause) => `Zu widerlegen ist die Behauptung ${clause}`],
  ["{cell} is hidden: it shows no number", (cell) => `${cell} ist verdeckt: Es zeigt keine Zahl`],
  ["that is not what the mine count says", "Das ist nicht, was die Minenzahl sagt"],
  ["that is not what {clue} says", (clue) => `Das ist nicht, was ${clue} sagt`],
]);
const ofThese = { number: ["Zahl", "Zahlen"], line: ["Zeile", "Zeilen"], fact: ["Tatsache", "Tatsachen"] };

const lessons = [
  ["Count again: left, right, above, below and the four corners.", "Zähl noch einmal: links, rechts, oben, unten und die vier Ecken."],
  ["Not quite.", "Nicht ganz."],
  ["In how many ways can you pick 3 cells of 5?", "Auf wie viele Arten kannst du 3 Felder von 5 wählen?"],
  ["And 4 cells of 5?", "Und 4 Felder von 5?"],
  ["Each clause meets 999 others.", "Jede Klausel trifft 999 andere."],
  ["But then every pair is counted twice.", "Aber dann wird jedes Paar doppelt gezählt."],
  ["Put both together, and leave out what they disagree about, on both sides.", "Füg beide zusammen, und lass weg, worüber sie sich uneinig sind, auf beiden Seiten."],
  ["Which parts of the board have nothing to do with each other?", "Welche Teile des Spielfelds haben nichts miteinander zu tun?"],
  ["That is too <high|low>.", (how) => `Das ist zu ${how === "high" ? "hoch" : "niedrig"}.`],
  ["It can't have {n}: try to place so many mines, and look at the numbers.", (n) => `${n} können es nicht sein: Versuch, so viele Minen zu legen, und sieh dir die Zahlen an.`],
  ["So far all are right.", "Bis hierher ist alles richtig."],
  ["{n} more <number|line|fact>[s] can <be found|go>.", (n, what, many, how) => `${n} weitere ${ofThese[what][many ? 1 : 0]} ${how === "go" ? `${many ? "können" : "kann"} weg` : many ? "lassen sich finden" : "lässt sich finden"}.`],
  ["A number that touches {n} hidden cells is 0 to {n}.", (n, most) => `Eine Zahl, die an ${n} verdeckte Felder grenzt, ist 0 bis ${most}.`],
  ["The clauses allow {laid}; a {n} does not.", (laid, n) => `Die Klauseln erlauben ein Spielfeld mit ${laid}; eine ${n} tut das nicht.`],
  ["A {n} allows {laid}; the clauses do not.", (n, laid) => `Eine ${n} erlaubt ein Spielfeld mit ${laid}; die Klauseln tun das nicht.`],
  ["Look again.", "Sieh noch einmal hin."],
  ["There <is|are> {n} more <certain mine|certainly safe cell>[s].", (verb, n, what, many) => `Es gibt noch ${n} ${what === "certain mine" ? (many ? "Minen, die gewiss sind" : "Mine, die gewiss ist") : many ? "Felder, die auf jeden Fall sicher sind" : "Feld, das auf jeden Fall sicher ist"}.`],
  ["{cell} is open already.", (cell) => `${cell} ist schon offen.`],
  ["{cell} is certain, but it is <safe|a mine>.", (cell, what) => `${cell} ist gewiss, aber es ist ${what === "safe" ? "sicher" : "eine Mine"}.`],
  ["{cell} is not certain: a board that fits has <no|a> mine there.", (cell, what) => `${cell} ist nicht gewiss: Es gibt ein passendes Spielfeld ${what === "no" ? "ohne" : "mit"} Mine dort.`],
  ["Can you find it?", "Findest du es?"],
  ["You need not guess: a cell is certainly safe.", "Du musst nicht raten: Ein Feld ist auf jeden Fall sicher."],
  ["Write one cell: the one that you would open.", "Schreib ein Feld: das, das du öffnen würdest."],
  ["Another cell is <less likely to be a mine|better> than {cell}.", (how, cell) => `Ein anderes Feld ist ${how === "better" ? `besser als ${cell}` : `sicherer als ${cell}`}.`],
  ["{cell} is open: it is no mine.", (cell) => `${cell} ist offen: Es ist keine Mine.`],
  ["{clue} would touch {n} of your mines.", (clue, n) => `${clue} würde ${n} deiner Minen berühren.`],
  ["All numbers fit, but the board has {n} mines, and you wrote {n}.", (n, found) => `Alle Zahlen passen, aber auf dem Spielfeld gibt es ${mines(n)}, und du hast ${found} geschrieben.`],
  ["These can all be right at once: some board agrees with every one of them.", "Diese können alle zugleich stimmen: Es gibt ein Spielfeld, das zu allen passt."],
  ["They are not enough: a board agrees with them, and still it is otherwise.", "Das reicht nicht: Es gibt ein Spielfeld, das zu ihnen passt, und trotzdem ist es dort anders."],
  ["{cell} is hidden: write cells that show a number.", (cell) => `${cell} ist verdeckt: Schreib Felder, die eine Zahl zeigen.`],
  ["That is enough, but you need fewer: one of them can be left out.", "Das reicht, aber es geht mit weniger: Eine davon kann weg."],
  ["{cell} does not touch {cell}.", (clue, cell) => `${clue} berührt ${cell} nicht.`],
  ["Your clauses also allow a board that the number rules out: {laid}.", (laid) => `Deine Klauseln erlauben auch ein Spielfeld, das die Zahl ausschließt: eines mit ${laid}.`],
  ["Your clauses rule out a board that the number allows: {laid}.", (laid) => `Deine Klauseln schließen ein Spielfeld aus, das die Zahl erlaubt: eines mit ${laid}.`],
  ["Write one clause: two clauses have one child.", "Schreib eine Klausel: Zwei Klauseln haben ein Kind."],
  ["That does not follow: both clauses hold with {laid}, yours does not.", (laid) => `Das folgt nicht: Mit ${laid} stimmen beide Klauseln, deine nicht.`],
  ["That follows, but the cell that they disagree about should be gone.", "Das folgt, aber das Feld, über das sie sich uneinig sind, sollte weg sein."],
  ["That follows, but it says less than their child does.", "Das folgt, aber es sagt weniger als ihr Kind."],
  ["There is no <line|step> {n}.", (what, n) => `${what === "line" ? "Eine Zeile" : "Einen Schritt"} ${n} gibt es nicht.`],
  ["Line {n} must stay: no other line alone says as much.", (n) => `Zeile ${n} muss bleiben: Keine andere Zeile allein sagt so viel.`],
  ["{clause} does not come out, but its opposite does.", (literal) => `${literal} kommt nicht heraus, aber das Gegenteil.`],
  ["{clause} does not come out: no clause is ever down to it alone.", (literal) => `${literal} kommt nicht heraus: In keiner Klausel bleibt es je allein übrig.`],
  ["{clause} is a unit: dominoes fall.", (clause) => `${clause} ist eine Einheitsklausel: Da fallen Dominosteine.`],
  ["These can't all be true, whatever {cell} is.", (cell) => `Diese können nicht alle wahr sein, was auch immer ${cell} ist.`],
  ["Leave something possible.", "Lass etwas möglich."],
  ["{cell} does not follow: all your clauses hold with {laid} and {cell} safe.", (cell, laid, safe) => `${cell} folgt nicht: Mit ${laid} stimmen alle deine Klauseln, auch wenn ${safe} sicher ist.`],
  ["Every step is right.", "Jeder Schritt ist richtig."],
  ["But the last one must be {clause}.", (clause) => `Aber der letzte muss ${clause} sein.`],
  ["There are two steps with the number {n}.", (n) => `Es gibt zwei Schritte mit der Nummer ${n}.`],
  ["Step {n} uses step {n}, which does not come before it.", (n, parent) => `Schritt ${n} benutzt Schritt ${parent}, der nicht davor steht.`],
  ["Step {n} does not follow from {clause} and {clause}: {stepProblem}.", (n, left, right, problem) => `Schritt ${n} folgt nicht aus ${left} und ${right}: ${problem}.`],
  ["Step {n}: {sourceProblem}.", (n, problem) => `Schritt ${n}: ${problem}.`],
  ["Step {n} follows from what it names.", (n) => `Schritt ${n} folgt aus dem, was er nennt.`],
  ["The last line must be the empty clause: 0 alone.", "Die letzte Zeile muss die leere Klausel sein: nur 0."],
  ["Line {n} does not follow: with its literals false, the dominoes end in no contradiction.", (n) => `Zeile ${n} folgt nicht: Sind ihre Literale falsch, enden die Dominosteine in keinem Widerspruch.`],
  ["Your position has {n} open cells: it should be one.", (n) => `Deine Stellung hat ${n} offene Felder: Es sollte eines sein.`],
  ["Your number is 0: then everything around it is safe.", "Deine Zahl ist 0: Dann ist alles um sie herum sicher."],
  ["In your position, {cell} is certainly <a mine|safe>.", (cell, what) => `In deiner Stellung ist ${cell} auf jeden Fall ${what === "safe" ? "sicher" : "eine Mine"}.`],
  ["No cell is certainly safe in your position.", "In deiner Stellung ist kein Feld auf jeden Fall sicher."],
  ["In your position, something easier shows a safe cell: {technique}.", (name) => `In deiner Stellung zeigt schon etwas Leichteres ein sicheres Feld: ${name}.`],
  ["A cell is safe in your position, but not by two numbers of which one has all cells of the other: it takes {technique}.", (name) => `In deiner Stellung ist ein Feld sicher, aber nicht durch zwei Zahlen, von denen eine alle Felder der anderen hat. Die Technik ist: ${name}.`],
  ["A cell is safe in your position, but not by the mine count: it takes {technique}.", (name) => `In deiner Stellung ist ein Feld sicher, aber nicht durch die Minenzahl. Die Technik ist: ${name}.`],
  ["That one is on this page: draw one of your own.", "Die steht schon auf dieser Seite: Zeichne eine eigene."],
  ["A cell is safe in your position only by the mine count: here the numbers must do.", "In deiner Stellung ist ein Feld nur durch die Minenzahl sicher: Hier müssen die Zahlen genügen."],
  ["An agent with k = 2 finds a safe cell in your position, by {technique}.", (name) => `Ein Agent mit k = 2 findet in deiner Stellung ein sicheres Feld. Die Technik ist: ${name}.`],

  // Ein Widerspruch in einer eigenen Stellung
  ["{mines} can't be in {n} hidden cell[s].", (n, cells) => `${n} ${n === "1 Mine" ? "passt" : "passen"} nicht in ${cells} ${cells === "1" ? "verdecktes Feld" : "verdeckte Felder"}.`],
  ["{clue} has no hidden neighbours left.", (clue) => `${clue} hat keine verdeckten Nachbarn mehr.`],
  ["{clue} has only {n} hidden neighbour[s] left.", (clue, n) => `${clue} hat nur noch ${n} ${n === "1" ? "verdeckten Nachbarn" : "verdeckte Nachbarn"}.`],
  ["{clue} needs more mines than the board has: {mines}.", (clue, n) => `${clue} braucht mehr Minen, als es auf dem Spielfeld gibt: ${n}.`],
  ["With {clue}, there is no room left for {mines} on the board.", (clue, n) => `Neben ${clue.of} ist kein Platz mehr für ${n} auf dem Spielfeld.`],
  ["{clues} can't <both|all> be right[ with {mines} on the board][; perhaps fewer of them are to blame].", (clues, every, n, fewer) => `${clues} können nicht ${every === "both" ? "beide" : "alle"} stimmen${n ? `, wenn es ${n} gibt` : ""}${fewer ? "; vielleicht liegt es an weniger von ihnen" : ""}.`],

];

// Wie man eine Antwort schreibt
const forms = [
  ["The names of cells, such as: B2 C4", "Die Namen von Feldern, zum Beispiel: B2 C4"],
  ["Literals, such as: A1 ~B1", "Literale, zum Beispiel: A1 ~B1"],
  ["A whole number.", "Eine ganze Zahl."],
  ["Whole numbers, such as: 2 5 6", "Ganze Zahlen, zum Beispiel: 2 5 6"],
  ["A fraction, a decimal or a percentage: 1/3, 0.333 or 33.3%", "Ein Bruch, eine Dezimalzahl oder Prozent: 1/3, 0,333 oder 33,3%"],
  ["One clause per line, such as: A1 | ~B1", "Eine Klausel pro Zeile, zum Beispiel: A1 | ~B1"],
  ["One step per line: its number, its clause, and where it comes from. Such as: 1. A1 | B1 A2, and then: 3. ~C1 from 1 2", "Ein Schritt pro Zeile: seine Nummer, seine Klausel, und woher sie kommt. Zum Beispiel: 1. A1 | B1 A2, und dann: 3. ~C1 from 1 2"],
  ["The size and the mines on line one, such as 5x3x2, then the rows: . is hidden, 0 to 8 is open.", "Größe und Minen in der ersten Zeile, zum Beispiel 5x3x2, dann die Reihen: . ist verdeckt, 0 bis 8 ist offen."],
  ["One clause per line, as numbers with a 0 at the end; the last line is 0.", "Eine Klausel pro Zeile, als Zahlen mit einer 0 am Ende; die letzte Zeile ist 0."],
];

// -- Die Agenten -----------------------------------------------------------------------------------------

const agents = [
  ["clauses from clues, unit propagation, pairwise matching with k=2 (course A)", "Klauseln aus Zahlen, Einheitspropagation, paarweises Matching mit k=2 (Kurs A)"],
  ["the exercise to the letter: every clue as clauses at once, k=2, one cell per decision", "die Aufgabe wörtlich: jede Zahl sofort als Klauseln, k=2, ein Feld pro Entscheidung"],
  ["resolution, and the mine count when at most 10 cells are unknown (course B)", "resolution, und die Minenzahl, wenn höchstens 10 Felder unbekannt sind (Kurs B)"],
  ["resolution that gives up after 3 rounds of matching without a new fact (course C)", "resolution, aber nach 3 Runden Matching ohne neue Tatsache gibt er auf (Kurs C)"],
  ["what C planned: deferred clues and the mine count; stuck, KB votes on a guess", "was C vorhatte: aufgeschobene Zahlen, Minenzahl; steckt er fest, stimmt KB ab"],
  ["matching with the facts only; stuck, it guesses by the shortest clause (course D)", "Matching nur mit Tatsachen; steckt er fest, rät er nach der kürzesten Klausel (Kurs D)"],
  ["clauses of at most two literals, on boards that start at a 0 (course E)", "Klauseln mit höchstens zwei Literalen, wenn das erste Feld eine 0 ist (Kurs E)"],
  ["binary, with the guess that E planned: stuck, it guesses by the lowest ratio", "binary; steckt er fest, rät er, wie E es vorhatte: nach dem kleinsten Verhältnis"],
  ["resolution with k and w widened, then directional resolution: complete from the clues", "resolution mit wachsendem k und w, dann gerichtet: vollständig aus den Zahlen"],
  ["two first-order rules by forward chaining, and proofs by backward chaining", "zwei Regeln der Prädikatenlogik, vorwärts verkettet; Beweise rückwärts verkettet"],
  ["backtracking over constraints x+y=1: complete, mine count included", "Backtracking über Bedingungen wie x+y=1: vollständig, auch mit der Minenzahl"],
  ["entailment by an incremental SAT solver: complete, mine count included", "Folgerungen durch einen inkrementellen SAT-Solver: vollständig, auch mit der Minenzahl"],
  ["what techniques up to `most` show, by the engine's detectors: complete unless limited", "was Techniken bis `most` zeigen, von der Engine gefunden: vollständig ohne Grenze"],
  ["exact odds from the engine; opens the safest cell", "genaue Wahrscheinlichkeiten von der Engine; öffnet das sicherste Feld"],
  ["plays to win: exact end game, networks that rate guesses, rollouts with a budget", "spielt auf Sieg: genaues Endspiel, Netze bewerten das Raten, Probepartien mit Budget"],
  ["your own", "dein eigener"],
];

// -- Übersetzen --------------------------------------------------------------------------------------------

const texts = [uncertain, own, ...forms].map(rule);
const rules = [...hints, ...explanations, ...decisions, ...sources, ...reviews, ...lessons, ...agents].map(rule);
all.push(...texts, ...rules);

// Die Vorlagen, zur Probe: `used` sammelt, welche gebraucht wurden.
export const templates = all.map(({ template }) => template);

// Auf Deutsch, was der Server sagt; null, wenn auch nur ein Satz davon keine Vorlage hat.
export function translated(text, used) {
  const whole = first(texts, text, used);
  if (whole !== null) return capital(whole);
  const sentences = text.split(/(?<=[.!?]) (?=[A-Z0-9])/).map((one) => first(rules, one, used));
  if (sentences.includes(null)) return null;
  return (/[.!?]$/.test(text) ? sentences.map(capital) : sentences).join(" ");
}
