"""Deutsch: eine Funktion oder Vorlage für jede Art von Nachricht, geordnet wie in `kinds.py`.

Ein Satzkern besteht aus Subjekt, Verb und Rest, weil das Verb im Deutschen wandert:
`A1 ist sicher`, `also ist A1 sicher`, `dass A1 sicher ist`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import TypeAlias

from sapper.words import kinds, wording
from sapper.words.grammar import Grammar, clause
from sapper.words.message import CellName, ClueName
from sapper.words.text import capital, half_up, how_many, mark, plain, plural, power_of_ten

_G = Grammar("de", "#,##0.0\u00a0%", "unter {}", "über {}")
percent, percents, number, decimal = _G.percent, _G.percents, _G.number, _G.decimal
join, all_cells = _G.join, _G.all_cells

Core: TypeAlias = tuple[str, str, str]
"""Subjekt, Verb und Rest eines Satzes"""

TECHNIQUES = {
    "given": "als sicher vorgegeben",
    "single clue": "eine Zahl",
    "subset": "Teilmenge",
    "difference": "Differenz",
    "chain": "Kette",
    "combination": "Kombination",
    "case split": "Fallunterscheidung",
    "mine count": "Minenzahl",
}


def cells(names: Sequence[CellName]) -> str:
    """Felder nach einer Präposition wie `auf`."""
    return _G.cells(names, "{} weiteren Feldern")


def named(names: Sequence[CellName]) -> str:
    """Felder als Subjekt."""
    return _G.cells(names, "{} weitere Felder")


def clue(one: ClueName) -> str:
    return f"die {one.number} auf {mark(one.cell)}"


def of_clue(one: ClueName) -> str:
    """Eine Zahl im Genitiv oder Dativ."""
    return f"der {one.number} auf {mark(one.cell)}"


def clues_at(names: Sequence[CellName]) -> str:
    return f"die {plural(len(names), 'Zahl', 'Zahlen')} auf {cells(names)}"


def of_clues(names: Sequence[CellName]) -> str:
    """Zahlen im Dativ."""
    return f"{plural(len(names), 'der Zahl', 'den Zahlen')} auf {cells(names)}"


def mines(count: int) -> str:
    return how_many(count, "Mine", "Minen")


def its_mines(one: ClueName) -> str:
    return plural(one.number, "ihre Mine", "alle ihre Minen")


def are(names: Sequence[CellName], is_mine: bool) -> Core:
    what = plural(len(names), "eine Mine", "Minen") if is_mine else "sicher"
    return named(names), plural(len(names), "ist", "sind"), what


def main(core: Core) -> str:
    """Ein Hauptsatz: `A1 ist sicher`."""
    return " ".join(core)


def then(core: Core) -> str:
    """Dasselbe nach `also`: `ist A1 sicher`."""
    subject, verb, rest = core
    return f"{verb} {subject} {rest}"


def that(core: Core) -> str:
    """Dasselbe nach `dass` oder `wenn`: `A1 sicher ist`."""
    subject, verb, rest = core
    return f"{subject} {rest} {verb}"


def likely(share: str) -> str:
    return f"mit {share} Wahrscheinlichkeit"


def is_coin_toss(share: str) -> bool:
    return share == percent(0.5, 0)


def risky(share: str) -> str:
    """Das Risiko eines Felds, nach `ist`, `war` oder einem Komma."""
    return "ein Münzwurf" if is_coin_toss(share) else f"{likely(share)} eine Mine"


# -- der Anfang -----------------------------------------------------------------------------------


def first_is_safe(m: kinds.FirstIsSafe) -> str:
    does = "öffnet eine Fläche" if m.opens else "ist sicher"
    return f"Noch ist nichts offen. Der erste Klick {does}, egal wo."


# -- Wahrscheinlichkeiten und Gewinnchancen -------------------------------------------------------


def boards_fit(m: kinds.BoardsFit) -> str:
    if m.log10_boards >= 6:
        return f"Etwa {power_of_ten(m.log10_boards)} Bretter passen."
    count = round(10**m.log10_boards)
    return "Ein Brett passt." if count == 1 else f"{number(count)} Bretter passen."


def safest_cells(m: kinds.SafestCells) -> str:
    if m.safe:
        safe = f"{m.safe} {plural(m.safe, 'Feld ist', 'Felder sind')} nachweislich sicher"
        return f"{safe}, du musst also nicht raten."
    if m.safest is None or m.risk is None:
        return "Nur noch Minen sind verdeckt."
    safest = f"Das sicherste ist {mark(m.safest)}, {risky(percent(m.risk, 0))}"
    return f"Kein Feld ist nachweislich sicher. {safest}."


def risk_of_mine(m: kinds.RiskOfMine) -> str:
    return f"{likely(percent(m.risk))} eine Mine" if m.risk else "nachweislich sicher"


nothing_to_open = "Nur noch Minen sind verdeckt, es gibt also nichts mehr zu öffnen."


def exact_value(m: kinds.ExactValue) -> str:
    if m.win == 1.0:
        return "Du kannst nicht verlieren: Die beste Strategie gewinnt auf jedem passenden Brett."
    fit = plural(m.boards, "passenden Brett", "passenden Brettern")
    won = f"{number(round(m.win * m.boards))} von {number(m.boards)} {fit}"
    return f"Die Gewinnchance ist genau {percent(m.win)}: Die beste Strategie gewinnt auf {won}."


def estimated_value(m: kinds.EstimatedValue) -> str:
    win = f"Die Gewinnchance ist etwa {percent(m.win)} ± {percent(2 * m.error)}"
    fit = plural(m.boards, "passendes Brett", "passende Bretter")
    return f"{win}: Der Champion hat {number(m.boards)} {fit} zu Ende gespielt."


def open_safe_first(m: kinds.OpenSafeFirst) -> str:
    safe = "das sichere Feld" if len(m.cells) == 1 else "die sicheren Felder"
    return f"Öffne zuerst {safe}: {named(m.cells)}. Das kostet nichts."


def best_and_safest(m: kinds.BestAndSafest) -> str:
    by = "Das beste Feld ist" if m.exact else "Nach dieser Schätzung ist das beste Feld"
    if m.risk == m.least:
        return f"{by} {mark(m.best)}, und kein Feld ist sicherer."
    risk, least = map(risky, percents(m.risk, m.least))
    return f"{by} {mark(m.best)}, {risk}. Das sicherste ist {mark(m.safest)}, {least}."


LEVEL_CELLS = 4
"""So viele gleich gute Felder werden genannt, sonst nur gezählt."""


def just_as_good(m: kinds.JustAsGood) -> str:
    count, within = len(m.cells), "" if m.exact else "im Rahmen des Fehlers "
    what = cells(m.cells) if count <= LEVEL_CELLS else f"{in_letters(count)} weitere Felder"
    return capital(f"{what} {plural(count, 'ist', 'sind')} {within}genauso gut wie {mark(m.best)}.")


# -- Raten ----------------------------------------------------------------------------------------

guess_not_needed = "Nein. Du kannst durch Nachdenken ein sicheres Feld finden."


def guess_allowed(m: kinds.GuessAllowed) -> str:
    return f"Ja. Kein verdecktes Feld ist nachweislich sicher. {_best_risk(m.risk)}."


def _best_risk(risk: float) -> str:
    share = percent(risk, 0)
    if is_coin_toss(share):
        return "Besser als ein Münzwurf geht es nicht"
    return f"Das sicherste Feld ist {risky(share)}"


def win_share(m: kinds.WinShare) -> str:
    if m.exact:
        return percent(m.win, 0)
    # Eine Schätzung ohne Glück kann über 1 liegen.
    return f"{percent(min(1.0, m.win))} ± {percent(2 * m.error)}"


def best_guess(m: kinds.BestGuess) -> str:
    best, other = mark(m.best.cell), m.other
    wins = f"Damit gewinnst du in {'' if m.best.exact else 'etwa '}{win_share(m.best)} der Fälle"
    if other is None:
        return f"{best} ist am besten. {wins}."
    if m.order == "equal":
        return f"{best} ist am besten. {wins}, mit {mark(other.cell)} ebenso."
    if m.order == "unclear":
        close = f"{mark(other.cell)} liegt mit {win_share(other)} zu nah für ein klares Urteil"
        return f"{best} gehört zu den besten Feldern. {wins}. {close}."
    share = win_share(other)
    if m.best.exact and other.exact:
        win, share = percents(m.best.win, other.win)
        wins = f"Damit gewinnst du in {win} der Fälle"
    return f"{best} ist am besten. {wins}, mit dem zweitbesten, {mark(other.cell)}, in {share}."


def risk_of_cell(m: kinds.RiskOfCell) -> str:
    cell = mark(m.cell)
    if m.safest is None or m.least is None:
        return f"{cell} ist {risky(percent(m.risk, 0))}. Kein Feld ist sicherer."
    if m.least == 0.0:
        return f"{cell} ist {risky(percent(m.risk, 0))}. {mark(m.safest)} ist nachweislich sicher."
    risk, least = map(risky, percents(m.risk, m.least))
    return f"{cell} ist {risk}. Das sicherste Feld ist {mark(m.safest)}, {least}."


def leads_on(m: kinds.LeadsOn) -> str:
    if m.chance == 0.0:
        return (
            f"Welche Zahl {mark(m.cell)} auch zeigt: Kein weiteres Feld wird nachweislich sicher."
        )
    makes = f"ist {mark(m.cell)} sicher und verrät ein weiteres sicheres Feld"
    return f"{capital(likely(percent(m.chance, 0)))} {makes}."


def wins_then(m: kinds.WinsThen) -> str:
    about = "" if m.exact else "etwa "
    if m.other is None or m.others is None:
        if m.exact and m.chance == 1.0:
            return f"Ist {mark(m.cell)} sicher, ist die Partie gewonnen."
        return (
            f"Ist {mark(m.cell)} sicher, steht die Gewinnchance bei {about}{percent(m.chance, 0)}."
        )
    win, other = percents(m.chance, m.others)
    so = f"Ist {mark(m.cell)} sicher, steht die Gewinnchance bei {about}{win}"
    return f"{so}; bei {mark(m.other)} sind es {about}{other}."


# -- Tipps ----------------------------------------------------------------------------------------

_UPRIGHT = {"top": ("oben", "obere"), "bottom": ("unten", "untere"), "middle": ("", "")}
_ACROSS = {"left": ("links", "linke"), "right": ("rechts", "rechte"), "middle": ("", "")}


def _part(m: kinds.Region, dative: bool) -> str:
    the, n = ("in der", "n") if dative else ("die", "")
    match m.upright, m.across:
        case "middle", "middle":
            return f"{the} Mitte des Bretts"
        case "middle", across:
            return f"{'auf der' if dative else 'die'} {_ACROSS[across][1]}{n} Seite"
        case upright, "middle":
            return f"{the} {_UPRIGHT[upright][1]}{n} Mitte"
        case upright, across:
            return f"{the} Ecke {_UPRIGHT[upright][0]} {_ACROSS[across][0]}"


def _near(m: kinds.Region) -> str:
    return "" if m.near is None else f", um {mark(m.near)} herum"


def region(m: kinds.Region) -> str:
    return f"{_part(m, dative=False)}{_near(m)}"


safe_cell_exists = "Mindestens ein Feld ist nachweislich sicher."


def look_at_region(m: kinds.LookAtRegion) -> str:
    return f"Sieh dir {_part(m.region, dative=False)} an{_near(m.region)}."


def look_at_clues(m: kinds.LookAtClues) -> str:
    text = f"Sieh dir {clues_at(m.clues)} an." if m.clues else ""
    if len(m.clues) > 1:
        text = f"Vergleiche {clues_at(m.clues)}."
    if m.known is None or m.left is None:
        return text
    known = f"{m.known} {plural(m.known, 'ist', 'sind')} bekannt"
    left = f"{m.left} {plural(m.left, 'ist', 'sind')} übrig"
    return f"Zähl die Minen: {known}, {left}. {text}".rstrip()


given_needs_no_clue = "Dafür brauchst du keine Zahl. Das Feld ist als sicher vorgegeben."
cell_is_safe = "{cell} ist sicher."


def must_guess(m: kinds.MustGuess) -> str:
    text = "Kein verdecktes Feld ist nachweislich sicher, also ist jeder Zug geraten."
    if m.risk is None:
        return text
    if m.safest is None:
        return f"{text} {_best_risk(m.risk)}."
    return f"{text} Das sicherste Feld ist {mark(m.safest)}, {risky(percent(m.risk, 0))}."


def guess_in_region(m: kinds.GuessInRegion) -> str:
    return f"Am sichersten rätst du {_part(m.region, dative=True)}{_near(m.region)}."


def guess_by_clues(m: kinds.GuessByClues) -> str:
    if not m.clues:
        return "Am sichersten ist ein Feld, das an keine Zahl grenzt."
    return f"Am sichersten rätst du neben {of_clues(m.clues)}."


def safest_guess(m: kinds.SafestGuess) -> str:
    return f"Am sichersten ist {mark(m.cell)}, {risky(percent(m.risk, 0))}."


# -- Widersprüche ---------------------------------------------------------------------------------


def too_few_cells(m: kinds.TooFewCells) -> str:
    fit = f"{plural(m.mines, 'passt', 'passen')} nicht in"
    return f"{mines(m.mines)} {fit} {how_many(m.cells, 'verdecktes Feld', 'verdeckte Felder')}."


def too_few_neighbours(m: kinds.TooFewNeighbours) -> str:
    left = "kein Feld, das eine Mine sein kann"
    if m.left:
        can_be = plural(m.left, "das eine Mine sein kann", "die Minen sein können")
        left = f"nur {how_many(m.left, 'Feld', 'Felder')}, {can_be}"
    return capital(f"{clue(m.clue)} berührt {left}.")


def too_many_mines(m: kinds.TooManyMines) -> str:
    most = plural(m.mines, "die eine Mine", f"die {m.mines} Minen")
    return capital(f"{clue(m.clue)} braucht mehr als {most} auf dem Brett.")


def no_room(m: kinds.NoRoom) -> str:
    return capital(f"{clue(m.clue)} lässt auf dem Brett zu wenige Felder für {mines(m.mines)}.")


def clashing_clues(m: kinds.ClashingClues) -> str:
    named = [clue(one) for one in m.clues[:6]]
    if len(m.clues) > len(named):
        named.append(f"{len(m.clues) - len(named)} weitere")
    both = "beide" if len(m.clues) == 2 else "alle"
    board = "" if m.mines is None else f", wenn es {mines(m.mines)} gibt"
    end = "" if m.smallest else " Vielleicht liegt es nur an einigen davon."
    return capital(f"{join(named)} können nicht {both} stimmen{board}.{end}")


# -- Schritte einer Begründung --------------------------------------------------------------------


def _core(m: kinds.MinesAmong) -> Core:
    if m.all_safe or m.all_mines:
        return are(m.cells, m.all_mines)
    hold = plural(len(m.cells), "enthält", "enthalten")
    return named(m.cells), hold, f"{_amount(m)} {plural(m.counted, 'Mine', 'Minen')}"


def mines_among(m: kinds.MinesAmong) -> str:
    return main(_core(m))


def _then(m: kinds.MinesAmong) -> str:
    return then(_core(m))


def _amount(m: kinds.MinesAmong) -> str:
    """Wie viele Minen: genau 2, mindestens 1."""
    if m.least == m.most:
        return f"genau {m.least}"
    if m.most >= len(m.cells):
        return f"mindestens {m.least}"
    return f"höchstens {m.most}" if m.least == 0 else f"{m.least} bis {m.most}"


def _known(m: kinds.KnownCells) -> list[Core]:
    return [are(m.mines, True)] * bool(m.mines) + [are(m.safe, False)] * bool(m.safe)


def known_cells(m: kinds.KnownCells) -> str:
    return ", und ".join(map(main, _known(m)))


def _since(known: kinds.KnownCells | None, core: Core) -> str:
    """Was aus bekannten Feldern folgt."""
    return main(core) if known is None else f"{known_cells(known)}, also {then(core)}"


def _first(known: kinds.KnownCells | None) -> str:
    """Die bekannten Felder, als Satz vor anderen."""
    return "" if known is None else f"{known_cells(known)}. "


def pattern(m: kinds.Pattern) -> str:
    shape = {"row": "", "hole": " mit Lücke", "triangle": " im Dreieck"}[m.shape]
    return "-".join(map(str, m.numbers)) + shape + " nach Reduktion" * m.reduced


_PATTERN_PAGES = {
    "1-1": (
        "1-1",
        "Die zweite 1 hat ihre Mine schon, also ist das nächste Feld sicher.",
        "Berührt die zweite 1 alle verdeckten Felder der ersten, sind ihre anderen Felder sicher.",
        "Die Mine der ersten 1 ist auch die der zweiten, und eine 1 hat nur eine.",
    ),
    "1-2": (
        "1-2",
        "Die 2 hat noch eine Mine, auf ihrer äußeren Seite.",
        "Auf der äußeren Seite der 2 liegt eine Mine, und das Feld auf der äußeren Seite der 1 ist "
        "sicher.",
        "In den gemeinsamen Feldern liegt höchstens eine Mine, also liegt die andere Mine der 2 "
        "auf ihrer äußeren Seite, und die 1 hat ihre Mine schon.",
    ),
    "1-2-1": (
        "1-2-1",
        "Minen gegenüber den Einsen, sicher gegenüber der 2.",
        "Die Minen liegen gegenüber den Einsen, und das Feld gegenüber der 2 ist sicher.",
        "Wäre es eine Mine, hätten beide Einsen schon ihre Mine, und die 2 hätte nur eine.",
    ),
    "1-2-2-1": (
        "1-2-2-1",
        "Minen gegenüber den Zweien, sicher gegenüber den Einsen.",
        "Die Minen liegen gegenüber den Zweien, und die Felder gegenüber den Einsen sind sicher.",
        "Jede 1 bildet mit der 2 daneben ein 1-2, und dessen Mine liegt gegenüber der anderen 2.",
    ),
    "hole": (
        "Lücken",
        "Wie 1-1, mit einem offenen Feld dazwischen.",
        "Zwei Einsen mit einem offenen Feld dazwischen sind wie 1-1: Berührt die zweite alle "
        "verdeckten Felder der ersten, sind ihre anderen Felder sicher.",
        "Sie haben dieselbe Mine, und eine 1 hat nur eine.",
    ),
    "corner": (
        "Ecken",
        "Wie 1-1, mit zwei Zahlen, die sich an einer Ecke berühren.",
        "Zwei Einsen, die sich an einer Ecke berühren, sind wie 1-1: Berührt die zweite alle "
        "verdeckten Felder der ersten, sind ihre anderen Felder sicher.",
        "Sie haben dieselbe Mine, und eine 1 hat nur eine.",
    ),
    "shared": (
        "Gemeinsame Minen",
        "Eine 3 neben einer 1: Höchstens eine Mine ist gemeinsam, also hat die 3 zwei für sich.",
        "Eine 3 und eine 1 haben höchstens eine Mine gemeinsam, also sind die zwei anderen Felder "
        "der 3 Minen und die anderen Felder der 1 sicher.",
        "Wäre eines der beiden sicher, lägen in den gemeinsamen Feldern zwei Minen, zu viele für "
        "die 1.",
    ),
    "count": (
        "Minen zählen",
        "Eine Mine ist übrig. Die Zahl braucht sie, also sind alle anderen Felder sicher.",
        "Eine Mine ist übrig, und die 1 braucht sie, also ist jedes Feld sicher, das die 1 nicht "
        "berührt.",
        "Die Flaggen und die Mine der 1 sind alle Minen auf diesem Brett.",
    ),
    "guess": (
        "Wann raten",
        "Wenn nichts sicher ist: das Feld, das am häufigsten gewinnt.",
        "Ist kein Feld sicher, öffne das Feld, das am häufigsten gewinnt: eines mit kleinem "
        "Risiko und einer Zahl, die dir weiterhilft.",
        "Vier Felder haben hier dasselbe Risiko, aber nur nach den beiden mit Stern ist nichts "
        "mehr zu raten.",
    ),
}


def pattern_page_text(m: kinds.PatternPageText) -> str:
    title, short, rule, why = _PATTERN_PAGES[m.pattern]
    return {"title": title, "short": short, "rule": rule, "why": why}[m.part]


def _gloss(m: kinds.Pattern | None) -> str:
    return "" if m is None else f" (Das Muster {pattern(m)}.)"


given_step = "{cell} ist als sicher vorgegeben."


def known_step(m: kinds.KnownStep) -> str:
    return f"Leichtere Schritte zeigen, dass {that(_core(m.fact))}."


def _apart(count: int, how: str) -> str:
    """Welche Felder nicht mitzählen."""
    which = plural(count, "das nicht als sicher {} ist", "die nicht als sicher {} sind")
    return f", {which.format(how)}" if how else ""


def clue_step(m: kinds.ClueStep) -> str:
    count, names = len(m.fact.cells), cells(m.fact.cells)
    if m.clue.number == 0:
        return capital(f"{clue(m.clue)} berührt keine Mine, also {_then(m.fact)}.")
    hidden = plural(count, "ein verdecktes Feld", f"{count} verdeckte Felder")
    only = f"{hidden}{_apart(count, 'vorgegeben' * m.given)}: {names}"
    every = {1: " ist eine Mine", 2: ". Also sind beide Minen"}.get(
        count, ". Also sind das alles Minen"
    )
    return capital(f"{clue(m.clue)} berührt nur {only}{every}.")


def rest_step(m: kinds.RestStep) -> str:
    why: Core
    if m.clue is None:
        why = "die übrigen Minen", "füllen", "die übrigen Felder"
        if m.fact.all_safe:
            why = "keine Mine", "ist", "mehr übrig"
    elif m.fact.all_safe:
        why = clue(m.clue), "hat", f"schon {its_mines(m.clue)}"
    else:
        only = "im einzigen übrigen Feld" if m.only else "in jedem übrigen Feld"
        why = clue(m.clue), "braucht", f"{only} eine Mine"
    return capital(f"{_since(m.known, why)}. {mines_among(m.fact)}.")


def _has(one: ClueName, count: int, names: Sequence[CellName]) -> Core:
    """Wo die Minen einer Zahl liegen, die noch nicht bekannt sind."""
    all_of_them = one.number == count
    if count == 1:
        its = "ihre Mine" if all_of_them else "ihre letzte Mine"
        return clue(one), "hat", f"{its} in {_G.either(list(map(mark, names)))}"
    its = f"ihre {count} Minen" if all_of_them else f"ihre letzten {count} Minen"
    return clue(one), "hat", f"{its} in {cells(names)}"


def subset_step(m: kinds.SubsetStep) -> str:
    shared, count, more = m.shared.cells, m.shared.least, len(m.fact.cells)
    touches = {1: "dieses Feld auch", 2: "beide"}.get(len(shared), "sie alle")
    if not m.fact.all_safe:
        only = plural(more, "ihrem einzigen anderen Feld", f"ihren {more} anderen Feldern")
        so = f" und braucht noch {mines(more)} in {only}"
    elif count == 1:
        so = f", also ist das ihre {'einzige' if m.outer.number == 1 else 'letzte'} Mine"
    else:
        last = "" if m.outer.number == count else "letzten "
        so = f", also sind das ihre {last}{count} Minen"
    inner = capital(main(_has(m.inner, count, shared)))
    outer = capital(f"{clue(m.outer)} berührt {touches}{so}: {mines_among(m.fact)}")
    return f"{_first(m.known)}{inner}. {outer}.{_gloss(m.pattern)}"


def difference_step(m: kinds.DifferenceStep) -> str:
    shared, most = m.shared.cells, m.shared.most
    limit = capital(clue_limits(kinds.ClueLimits(None, m.less, True, most, shared)))
    needs = capital(f"{clue(m.more)} braucht {len(m.mines.cells)} mehr, also {_then(m.mines)}")
    safe = f"Damit {then(_has(m.less, most, shared))}: {mines_among(m.safe)}"
    return f"{_first(m.known)}{limit}. {needs}. {safe}.{_gloss(m.pattern)}"


def clue_holds(m: kinds.ClueHolds) -> str:
    has = f"{'noch ' if m.known else ''}{mines(m.mines)} in {cells(m.cells)}"
    return _since(m.known, (clue(m.clue), "hat", has))


def clue_limits(m: kinds.ClueLimits) -> str:
    verb, how, end = ("lässt", "höchstens", " zu") if m.at_most else ("braucht", "mindestens", "")
    rest = f"in {cells(m.cells)} {how} {mines(m.mines)}{end}"
    return _since(m.known, (clue(m.clue), verb, rest))


def limit_step(m: kinds.LimitStep) -> str:
    text = capital(wording(m.about))
    if m.room:
        fit = plural(len(m.room), "passt", "passen")
        text += f". In {cells(m.room)} {fit} davon höchstens {len(m.room)}"
    if m.but is not None:
        part = "" if m.part is None else f", also {_then(m.part)}"
        text += f". Aber {mines_among(m.but)}{part}"
    if m.limit is not None:
        text += f". {capital(clue_limits(m.limit))}"
    return f"{text}. Also {_then(m.fact)}."


def sum_side(m: kinds.SumSide) -> str:
    terms = [f"{times} · {mark(cell)}" if times > 1 else mark(cell) for times, cell in m.cells]
    return " + ".join(terms + [str(m.number)] * (m.number > 0 or not terms))


def _terms(terms: Sequence[tuple[int, ClueName, int]]) -> str:
    """Zahlen, und wie oft jede zählt: `die 1er auf A1 und C1 und zweimal die 2 auf B2`."""
    groups: dict[tuple[int, int, int], list[CellName]] = {}
    for times, one, left in terms:
        groups.setdefault((times, one.number, left), []).append(one.cell)
    said = []
    for (times, shown, left), names in groups.items():
        often, several = {1: "", 2: "zweimal "}.get(times, f"{times}-mal "), len(names) > 1
        rest = "" if left == shown else f" (noch {'je ' * several}{mines(left)})"
        said.append(f"{often}die {shown}{'er' * several} auf {all_cells(names)}{rest}")
    return " und ".join(said)


def combination_step(m: kinds.CombinationStep) -> str:
    plus = [(times, one, left) for times, one, left in m.terms if times > 0]
    minus = [(-times, one, left) for times, one, left in m.terms if times < 0]
    how = f"{'Addiere' if len(plus) > 1 else 'Nimm'} {_terms(plus)}."
    how += f" Subtrahiere {_terms(minus)}." if minus else ""
    fact, *also = m.facts
    so = ", und ".join([f"also {_then(fact)}", *map(mines_among, also)])
    count = f"{_first(m.known)}Eine Mine zählt 1, ein sicheres Feld 0."
    text = f"{count} {how} Es bleibt {sum_side(m.left)} = {sum_side(m.right)}, {so}."
    if m.otherwise:
        more = {"larger": "größer", "smaller": "kleiner"}[m.otherwise]
        text += f" Sonst wäre die linke Seite {more} als die rechte."
    return text


def suppose_step(m: kinds.SupposeStep) -> str:
    begin = "Nimm außerdem an" if m.also else "Nimm an"
    return f"{begin}, dass {that(are([m.cell], m.mine))}."


def mine_shares(m: kinds.MineShares) -> str:
    laid = len(m.mines)
    return join(
        [
            *[f"{laid} {plural(laid, 'liegt', 'liegen')} auf {cells(m.mines)}"] * bool(m.mines),
            *(f"{clue(one)} braucht {count}" for one, count in m.takes),
            *(
                f"{_amount(one)} {plural(one.counted, 'liegt', 'liegen')} in {cells(one.cells)}"
                for one in m.among
            ),
            *[f"keine liegt auf {cells(m.safe)}"] * bool(m.safe),
        ]
    )


def clue_fails(m: kinds.ClueFails) -> str:
    lacks = plural(m.clue.number, "ihre Mine nicht", "nicht alle ihre Minen")
    fails = f"hat {clue(m.clue)} zu viele Minen"
    if not m.known.mines:
        fails = f"bekommt {clue(m.clue)} {lacks}"
    return f"Aber wenn {' und '.join(map(that, _known(m.known)))}, {fails}."


def count_fails(m: kinds.CountFails) -> str:
    verb = plural(m.left, "ist", "sind")
    total = f"Zusammen sind das {m.mines}, aber es {verb} nur {m.left} übrig"
    if m.left == 0:
        total = f"Zusammen sind das {m.mines}, aber es ist keine übrig"
    if m.mines < m.left:
        total = f"Platz ist dann nur für {m.mines}, aber es {verb} {m.left} übrig"
    elif not (m.shares.takes or m.shares.among or m.shares.safe):
        subject, verb, rest = are(m.shares.mines, True)
        return f"Aber dann {verb} {subject} {rest}. {total}."
    return f"Aber dann gilt für die übrigen Minen: {capital(mine_shares(m.shares))}. {total}."


def impossible_step(m: kinds.ImpossibleStep) -> str:
    subject, verb, rest = _core(m.fact)
    so = f"Also {verb}"
    if m.under:
        so = f"Unter den früheren Annahmen {verb} also"
    return f"{wording(m.why)} {so} {subject} {rest}."


def mine_count_step(m: kinds.MineCountStep) -> str:
    left, board = m.mines - m.known, "Auf dem Brett gibt es"
    apart = _apart(m.cells, {"none": "", "given": "vorgegeben", "known": "bekannt"}[m.apart])
    if not m.known:
        many = f"in den {m.cells} verdeckten Feldern"
        among = plural(m.cells, "im einzigen verdeckten Feld", many) + apart
        if m.mines == 0:
            return f"{board} keine Minen, also auch nicht {among}."
        return f"{board} {mines(m.mines)}, und sie {plural(m.mines, 'liegt', 'liegen')} {among}."
    known = f"{m.known} {plural(m.known, 'ist', 'sind')} bekannt"
    if left == 0:
        known = plural(m.known, "und sie ist bekannt", f"und alle {known}")
    remain = f"noch {left} übrig" if left else "keine mehr übrig"
    if m.cells:
        many = f"in den anderen {m.cells} verdeckten Feldern"
        among = plural(m.cells, "im einzigen anderen verdeckten Feld", many) + apart
        remain = f"{among}{',' if apart else ''} {remain}"
    return f"{board} {mines(m.mines)}, {known}, also {'sind' if left > 1 else 'ist'} {remain}."


def total_step(m: kinds.TotalStep) -> str:
    shares, count = m.shares, len(m.fact.cells)
    parts = len(shares.takes) + len(shares.among)
    head = ""
    if m.left == 1 and shares.takes and not shares.among:
        head = capital(f"{clue(shares.takes[0][0])} braucht diese Mine. ")
    elif parts:
        apart = ", und kein Feld ist doppelt gezählt" * (parts > 1)
        these = plural(m.left, "diese Mine", f"diese {m.left} Minen")
        head = f"Für {these} gilt: {capital(mine_shares(shares))}{apart}. "
    if m.fact.all_safe:
        none = "Für die anderen verdeckten Felder ist keine Mine übrig"
        return f"{head}{none if head else 'Keine Mine ist mehr übrig'}, also {_then(m.fact)}."
    these = plural(count, "dieses Feld muss", f"diese {count} Felder müssen")
    are_left = mines(count), plural(count, "ist", "sind"), "übrig"
    so = f"Also {then(are_left)}" if head else main(are_left)
    return f"{head}{so}, und {these} sie enthalten: {mines_among(m.fact)}."


def ways_step(m: kinds.WaysStep) -> str:
    sources = join([*map(of_clue, m.clues), *["der Minenzahl"] * m.mine_count])
    return f"{_first(m.known)}In jeder Anordnung, die zu {sources} passt, {_then(m.fact)}."


def cell_settled(m: kinds.CellSettled) -> str:
    how = TECHNIQUES[m.technique]
    if m.technique == "single clue" and len(m.clues) > 1:
        how = "eine Zahl nach der anderen"
    how += f": {named(m.clues)}" if m.clues else ""
    because = ", ".join([how, *(f"Muster {pattern(one)}" for one in m.patterns)])
    return f"{main(are([m.cell], m.mine))} ({because})."


def argument(m: kinds.Argument) -> str:
    steps = (f"{number}. {wording(step)}" for number, step in enumerate(m.steps, 1))
    return "\n".join([cell_settled(m.settled), *steps])


def example_board(m: kinds.ExampleBoard) -> str:
    return f"Ein passendes Brett {'mit' if m.mine else 'ohne'} Mine dort:"


# -- Bilder einer Begründung ----------------------------------------------------------------------

_PICTURE_WORDS: dict[kinds.PictureWord, str] = {
    "a mine": "Mine",
    "safe": "sicher",
    "a mine, supposed": "Mine, angenommen",
    "safe, supposed": "sicher, angenommen",
    "a mine, refuted": "Mine, widerlegt",
    "safe, refuted": "sicher, widerlegt",
    "clue": "Zahl",
    "counted": "gezählt",
    "found safe": "neu: sicher",
    "found mine": "neu: Mine",
    "Back": "Zurück",
    "Pause": "Pause",
    "Play": "Start",
    "Next": "Weiter",
}


def picture_title(m: kinds.PictureTitle) -> str:
    return f"{main(are([m.cell], m.mine))}: {TECHNIQUES[m.technique]}"


step_number = "Schritt {number}"


def picture_label(m: kinds.PictureLabel) -> str:
    return _PICTURE_WORDS[m.label]


proof_not_shown = "Die Minenzahl hat zu viele Klauseln, um sie zu drucken. Sieh im Zertifikat nach."


# -- Beweise eines Bretts -------------------------------------------------------------------------


def start_at(m: kinds.StartAt) -> str:
    is_given = f"{plural(len(m.cells), 'ist', 'sind')} als sicher vorgegeben"
    return f"{all_cells(m.cells)} {is_given}. Fang dort an."


def open_these(m: kinds.OpenThese) -> str:
    return f"Öffne {all_cells(m.cells)}."


def clues_show(m: kinds.CluesShow) -> str:
    so: Core = (all_cells(m.cells), *are(m.cells, m.mine)[1:])
    if not m.clues:
        left = "Es sind so viele Minen übrig wie Felder"
        return f"{left if m.mine else 'Keine Mine ist übrig'}, also {then(so)}."
    if len(m.clues) == 1 and not m.mine_count:
        (one,) = m.clues
        only = plural(len(m.cells), "im einzigen übrigen Feld", "in jedem übrigen Feld")
        needs = f"braucht {only} eine Mine"
        has = needs if m.mine else f"hat schon {its_mines(one)}"
        return capital(f"{clue(one)} {has}, also {then(so)}.")
    sources = join([*map(clue, m.clues), *["die Zahl der übrigen Minen"] * m.mine_count])
    return capital(f"{sources} zeigen zusammen, dass {that(so)}.")


# -- Gründe der Agenten ---------------------------------------------------------------------------

_METHODS = {
    "exact odds": "genaue Wahrscheinlichkeiten",
    "SAT solving": "SAT-Solver",
    "backtracking": "Backtracking",
    **TECHNIQUES,
}


def _method(name: str) -> str:
    return _METHODS.get(name, name)


def _left(m: kinds.FewElsewhere | kinds.LowestRatio, share: str) -> str:
    return f"noch {mines(m.mines)} in {how_many(m.cells, 'Feld', 'Feldern')} ({share})"


def facts_hold(m: kinds.FactsHold) -> str:
    subject, verb, _ = are(m.cells, m.is_mine)
    match m.why:
        case kinds.BoardSource("open"):
            return f"{subject} {verb} schon offen."
        case kinds.BoardSource():
            return f"{subject} {verb} als sicher vorgegeben."
        case kinds.FollowsFrom():
            return f"{main(are(m.cells, m.is_mine))}. Das {follows_from(m.why)}."
    return f"{main(are(m.cells, m.is_mine))}, denn {wording(m.why)}."


def facts_hold_too(m: kinds.FactsHoldToo) -> str:
    subject, verb, what = are(m.cells, m.is_mine)
    other = plural(len(m.cells), "aus einem anderen Grund", "aus anderen Gründen")
    return f"{subject} {verb} auch {what}, {other}."


_FITS = {
    "all": "passenden Brett",
    "clues": "Brett, das zu den Zahlen passt,",
    "clues and mine count": "Brett, das zu den Zahlen und zur Minenzahl passt,",
}


def oracle_says(m: kinds.OracleSays) -> str:
    boards = f"auf {'jedem' if m.is_mine else 'keinem'} {_FITS[m.fits]}"
    return f"{boards} liegt dort eine Mine ({_method(m.method)})"


def clue_has_all(m: kinds.ClueHasAll) -> str:
    its = plural(len(m.mines), "ihre Mine", "alle ihre Minen")
    has = f"hat schon {its} ({cells(m.mines)})" if m.mines else "ist 0"
    return f"die Zahl auf {mark(m.clue)} {has}"


def clue_needs_all(m: kinds.ClueNeedsAll) -> str:
    aside = f" ({main(are(m.safe, False))})" if m.safe else ""
    return f"die Zahl auf {mark(m.clue)} braucht so viele Minen, wie sie Felder übrig hat{aside}"


def count_has_all(m: kinds.CountHasAll) -> str:
    if not m.mines:
        return "auf dem Brett gibt es keine Minen"
    return plural(m.mines, "die einzige Mine ist bekannt", f"alle {m.mines} Minen sind bekannt")


count_needs_all = "es sind so viele Minen übrig wie Felder"


def follows_from(m: kinds.FollowsFrom) -> str:
    sources = [of_clues(m.clues)] * bool(m.clues)
    sources += ["der Minenzahl"] * m.mine_count
    sources += ["früheren Tatsachen"] * m.earlier
    sources += [f"Tatsachen eines Orakels ({_method(method)})" for method in m.methods]
    steps = f"in {how_many(m.steps, 'Schritt', 'Schritten')}"
    *first, last = sources
    # Mehrere Zahlen haben schon ein „und“, also heißt es dann „und aus“.
    also = "und aus" if len(m.clues) > 1 else "und"
    origin = f"{', '.join(first)} {also} {last}" if first else last
    return f"folgt {steps} aus {origin}"


guessed_cell = "{cell} ist geraten, denn {why}."
unproved_here = "dieser Agent kann nicht beweisen, dass es sicher ist, aber {oracle}"


def safest_cell(m: kinds.SafestCell) -> str:
    return f"es ist das sicherste Feld, {risky(percent(m.risk, 0))}"


def best_cell(m: kinds.BestCell) -> str:
    # Eine Schätzung ohne Glück kann über 1 liegen.
    win = min(1.0, m.win)
    if m.exact:
        which, wins = "das beste Feld", percent(win, 0)
    elif m.error:
        which = "das beste der durchgespielten Felder"
        wins = f"etwa {percent(win)} ± {percent(2 * m.error)}"
    else:
        # Gut zum Vergleichen, aber als Chance um ein Zehntel ungenau.
        which, wins = "am besten bewertet", f"rund {_G.tenths(win)}"
    risk = risky(percent(m.risk, 0))
    return f"es ist {which}, {risk}, und gewinnt in {wins} der Fälle"


def drawn_cell(m: kinds.DrawnCell) -> str:
    if m.away:
        only = "es ist das einzige Feld, das an keine Zahl grenzt"
        many = f"es ist aus {m.cells} Feldern ausgelost, die an keine Zahl grenzen"
        return plural(m.cells, only, many)
    many = f"es ist aus {m.cells} unbekannten Feldern ausgelost"
    return plural(m.cells, "es ist das einzige unbekannte Feld", many)


def shortest_clause(m: kinds.ShortestClause) -> str:
    safe = [mark(one.cell) for one in m.clause if not one.is_mine]
    laid = [f"{mark(one.cell)} eine Mine" for one in m.clause if one.is_mine]
    either = " oder ".join([f"{_G.either(safe)} sicher", *laid])
    return f"die kürzeste Klausel über sichere Felder sagt, dass {either} ist"


def most_votes(m: kinds.MostVotes) -> str:
    votes = f"{how_many(m.safe, 'Klausel stimmt', 'Klauseln stimmen')} für „sicher“"
    return f"{votes} und {m.mine} für „Mine“, und kein Feld schneidet besser ab"


def weighted_votes(m: kinds.WeightedVotes) -> str:
    return f"{percent(m.safe, 0)} der Stimmen der Klauseln sagen „sicher“"


def few_elsewhere(m: kinds.FewElsewhere) -> str:
    shares = [m.mines / m.cells]
    shares += [one for one in (m.by_votes, m.by_clues) if one is not None]
    share, *least = percents(*shares)
    text = f"auf dem Brett gibt es {_left(m, share)}"
    if m.by_votes is not None:
        text += f", und nach den Stimmen der Klauseln liegt kein Feld unter {least[0]}"
    if m.by_clues is not None:
        text += f", und jedes Feld neben einer Zahl ist schlechter ({least[-1]} oder mehr)"
    return text


def lowest_ratio(m: kinds.LowestRatio) -> str:
    left = _left(m, percent(m.mines / m.cells, 0))
    worst = f"seine schlechteste Zahl, auf {mark(m.clue)},"
    return f"{worst} hat {left}, und kein Feld schneidet besser ab"


def foreign_reason(m: kinds.ForeignReason) -> str:
    claims = []
    if m.guess is not None:
        odds = "" if m.odds is None else f", {risky(percent(m.odds, 0))}"
        claims.append(f"{mark(m.guess)} ist geraten{odds}")
    claims += [main(are(m.safe, False))] * bool(m.safe)
    claims += [main(are(m.mines, True))] * bool(m.mines)
    because = ["der Minenzahl"] * m.mine_count
    if m.clues:
        because.insert(0, f"der {plural(len(m.clues), 'Zahl', 'Zahlen')} auf {cells(m.clues)}")
    why = f", wegen {' und '.join(because)}" if because else ""
    own = f": {plain(m.words)}" if m.words else ""
    return f"{', und '.join(claims)}{why}, sagt {plain(m.agent)}{own}."


def own_words(m: kinds.OwnWords) -> str:
    return plain(m.words)


but_not_certain = "Aber {cell}"


def cannot_prove(m: kinds.CannotProve) -> str:
    needs = f"{plural(m.clues, 'eine Zahl', f'{m.clues} Zahlen')} ({TECHNIQUES[m.technique]})"
    if m.mine_count:
        needs = "die Minenzahl"
    length = "" if m.steps is None else f" und {how_many(m.steps, 'Schritt', 'Schritte')}"
    cell = f"{mark(m.cell)} ist sicher, aber dieser Agent kann es nicht beweisen"
    return f"{cell}: Ein Beweis braucht {needs}{length}."


_ENDS = {
    "won": "gewonnen",
    "lost": "verloren",
    "stuck": "steckt fest: Dieser Agent kann von keinem Feld beweisen, dass es sicher ist, "
    "und er rät nicht",
}


def game_ends(m: kinds.GameEnds) -> str:
    return _ENDS[m.how]


def lost_clause(m: kinds.LostClause) -> str:
    how = "nicht eingefügt" if m.is_wide else "vergessen"
    return f"{clause(m.clause)} ({how} bei Entscheidung {m.decision})"


def missed_cell(m: kinds.MissedCell) -> str:
    said = f"{mark(m.cell)} ist sicher, und der Lehrbuch-Agent findet das hier heraus."
    if m.why == "kept":
        return f"{said} Es folgt sogar aus den Klauseln, die noch in KB sind."
    if m.why == "mine count":
        return f"{said} Es folgt nur, wenn man die übrigen Minen zählt."
    many = len(m.needs)
    what = "eine Klausel, die" if many == 1 else f"{in_letters(many)} Klauseln, die"
    missing = plural(many, "fehlt", "fehlen")
    said += f" Dazu braucht man {what} diesem Agenten {missing}: "
    said += f"{join(list(map(wording, m.needs)))}."
    if m.forgotten:
        count = how_many(m.forgotten, "Klausel", "Klauseln")
        said += f" In dieser Partie hat der Agent insgesamt {count} vergessen."
    return said


missed_by_both = "Auch der Lehrbuch-Agent findet in dieser Stellung kein sicheres Feld."


AGENTS = {
    "": "dein eigener",
    "resolution": "macht Zahlen zu Klauseln und gleicht kurze ab, bis ein Feld geklärt ist",
    "textbook": "denkt wie in Lektion 5, Schritt für Schritt, und öffnet ein Feld nach dem anderen",
    "textbook:forgets-parents": "wie textbook, aber beim Resolvieren verlassen beide Eltern KB",
    "textbook:one-round": "wie textbook, gibt aber nach einer Runde ohne neue Tatsache auf",
    "textbook:facts-only": "wie textbook, gleicht Klauseln aber nur mit Tatsachen ab",
    "textbook:both-short": "wie textbook, gleicht aber nur Klauseln ab, die beide zwei Literale "
    "haben",
    "textbook:two-literals": "wie textbook, behält aber keine Klausel mit mehr als zwei Literalen",
    "textbook:no-mine-count": "wie textbook, nutzt aber nie die Minenzahl",
    "program-a": "studentisches Programm A: verliert Klauseln, die es zum Abgleichen aus KB nimmt",
    "program-b": "studentisches Programm B: gleicht nur Klauseln mit zwei Literalen ab und leert "
    "manche",
    "program-c": "studentisches Programm C: entfernt beim Resolvieren beide Klauseln",
    "program-d": "studentisches Programm D: gleicht Klauseln nur mit Tatsachen ab und rät",
    "program-e": "studentisches Programm E: behält nur Klauseln mit höchstens zwei Literalen",
    "resolution-endgame": "wie resolution, zählt aber Minen, sobald höchstens 10 Felder unbekannt "
    "sind",
    "resolution-rounds": "wie resolution, gibt aber nach 3 Runden ohne neue Tatsache auf",
    "resolution-vote": "wie resolution, rät aber, wie Programm C es vorhatte: Die Klauseln "
    "stimmen ab",
    "resolution-shortest": "gleicht Klauseln nur mit Tatsachen ab und rät nach der kürzesten "
    "Klausel",
    "binary": "behält nur Klauseln mit höchstens zwei Feldern, für Bretter, die mit einer 0 "
    "anfangen",
    "binary-ratio": "wie binary, rät aber, wie Programm E es vorhatte: beim kleinsten Anteil von "
    "Minen um eine Zahl",
    "resolution-full": "wie resolution, versucht es aber mit immer längeren Klauseln, wenn sie "
    "feststeckt; klärt jedes Feld, das die Zahlen beweisen",
    "resolution-search": "wie resolution, sucht aber, wie Programm C es vorhatte, sobald sie "
    "feststeckt; findet jedes beweisbare Feld",
    "rules": "hat zwei Regeln: Eine Zahl hat alle ihre Minen, oder sie braucht alle ihre "
    "verdeckten Felder",
    "consistency": "probiert beide Möglichkeiten durch (Backtracking) und findet jedes beweisbare "
    "Feld",
    "sat": "fragt einen SAT-Solver und findet jedes beweisbare Feld",
    "techniques": "benutzt die Techniken menschlicher Spieler bis zu der, die `most` nennt",
    "odds": "öffnet nachweislich sichere Felder, sonst das mit dem kleinsten Minenrisiko",
    "champion": "spielt auf Sieg: rechnet Endspiele genau durch und bewertet das Raten sonst mit "
    "neuronalen Netzen",
}


def agent_does(m: kinds.AgentDoes) -> str:
    return AGENTS.get(m.agent, m.agent)


# -- die Wissensbasis -----------------------------------------------------------------------------


def literal_name(m: kinds.LiteralName) -> str:
    return clause((m,))


def _by(numbers: Sequence[int]) -> str:
    return f" durch {' '.join(map(str, numbers))}" if numbers else ""


clue_source = "Zahl auf {clue}"

_SOURCES = {"open": "offen", "given as safe": "als sicher vorgegeben", "mine count": "Minenzahl"}


def board_source(m: kinds.BoardSource) -> str:
    return _SOURCES[m.source]


def oracle_source(m: kinds.OracleSource) -> str:
    return f"vom Orakel ({_method(m.method)})"


def cited_fact(m: kinds.CitedFact) -> str:
    return f"{main(are([m.fact.cell], m.fact.is_mine))}, Entscheidung {m.decision}"


def lines_source(m: kinds.LinesSource) -> str:
    return f"aus {' '.join(map(str, m.lines))}"


proof_of = "der Beweis, dass {cell} sicher ist:"


def turn_legend(m: kinds.TurnLegend) -> str:
    a, b, c = map(mark, ("A1", "B1", "C1"))
    removed = f"({a} ∨ {b}) ← ({a} ∨ {b} ∨ {c}) durch 7 heißt: Tatsache 7 hat {c} entfernt."
    after = "Hinter jeder Klausel von KB steht ihre Herkunft: Zahl, Klausel oder Paar."
    return f"Vor einer Klausel steht ihre Nummer. {removed} {after}"


one_number_at_a_time = (
    "Dieser Agent fragt nach einer Zahl nach der anderen. Ein Feld, das eine 0 geöffnet hat, gilt "
    "bis dahin als verdeckt."
)


_LABELS = {
    "kept": "in KB neu",
    "fact": "Tatsachen",
    "duplicate": "doppelt",
    "subsumed": "subsumiert",
    "satisfied": "erfüllt",
    "tautology": "Tautologie",
    "out subsumed": "zu schwach",
    "out satisfied": "schon wahr",
    "out lost": "verloren",
    "wide": "zu lang",
    "useful": "nützlich",
    "the rest": "der Rest",
    "empty": "leer",
    "mines": "Minen",
    "to open": "zu öffnen",
    "open": "offen",
}


def turn_label(m: kinds.TurnLabel) -> str:
    return _LABELS[m.label]


def cells_of_turn(m: kinds.CellsOfTurn) -> str:
    return " ".join(["als sicher vorgegeben:" if m.given else "geöffnet:", *map(mark, m.cells)])


def clauses_of_source(m: kinds.ClausesOfSource) -> str:
    which = "verdeckten" if isinstance(m.source, kinds.ClueSource) else "übrigen"
    many = " + ".join(map(str, m.clauses))
    what = f"{many} {'Klausel' if m.clauses == (1,) else 'Klauseln'}"
    if m.given != sum(m.clauses):
        what = f"{m.given} von {what}"
    if m.mines in (0, m.cells):
        settled = plural(m.cells, "eine Mine", "alles Minen")
        what += f", {settled if m.mines else plural(m.cells, 'sicher', 'alle sicher')}"
    among = how_many(m.cells, f"{which} Feld", f"{which} Feldern")
    return f"{wording(m.source)}, {mines(m.mines)} in {among}: {what}"


facts_of_oracle = "{source}:"


def matching_of_turn(m: kinds.MatchingOfTurn) -> str:
    rounds, pairs = how_many(m.rounds, "Runde", "Runden"), how_many(m.pairs, "Paar", "Paare")
    return f"Abgleich, {rounds}, {pairs}:"


_SKIPPED = {
    "duplicate": " ist",
    "subsumed": " durch",
    "satisfied": " durch Tatsache",
    "tautology": " gilt immer",
    "wide": "",
}


def fate_of_clause(m: kinds.FateOfClause) -> str:
    was = "" if m.was is None else f"{m.was} "
    if m.facts:
        text = f"{clause(m.result)} ← {was}{clause(m.clause)}{_by(m.facts)}"
    else:
        text = f"{was if m.number is None else ''}{clause(m.result)}"
    if m.number is not None:
        return f"{m.number} {text}"
    return f"{text}{_SKIPPED[m.fate]}{'' if m.by is None else f' {m.by}'}"


def pair_led_on(m: kinds.PairLedOn) -> str:
    left, right = clause(m.left_clause), clause(m.right_clause)
    pair = f"{m.left} {left} und {m.right} {right} über {mark(m.cell)}"
    return f"{pair}: {fate_of_clause(m.gave)}"


_NOTHING = {
    "unused": "ergaben eine Klausel, die keine neue Tatsache brauchte",
    "unneeded": "ergaben eine überflüssige Klausel",
    "tautology": "widersprechen sich in zwei Literalen",
    "wide": "haben eine zu lange Resolvente",
    "known": "haben eine Resolvente, die schon aus einer Klausel von KB folgt",
    "overtaken": "übersprungen, weil das Ergebnis eines anderen Paars eine davon entfernt hat",
}


def pairs_for_nothing(m: kinds.PairsForNothing) -> str:
    return f"{m.pairs}: {_NOTHING[m.why]}"


propagation_of_turn = "Einheitspropagation:"


def clause_left(m: kinds.ClauseLeft) -> str:
    return f"{m.number} {clause(m.clause)} durch {m.by}"


def clauses_of_kb(m: kinds.ClausesOfKb) -> str:
    listed = ", jede mit ihrer Herkunft:" if m.listed else ""
    return f"KB, die Klauseln in Arbeit ({m.clauses}){listed}"


def clause_of_kb(m: kinds.ClauseOfKb) -> str:
    match m.source:
        case None:
            head = " und ".join(map(str, m.parents))
        case kinds.ClueSource(cell):
            head = mark(cell)
        case source:
            head = wording(source)
    return f"{m.number} {clause(m.clause)} {head}{_by(m.facts)}"


facts_of_kb0 = "KB0, die Tatsachen ({facts}):"


def cell_count(m: kinds.CellCount) -> str:
    return how_many(m.cells, "Feld", "Felder")


def clause_count(m: kinds.ClauseCount) -> str:
    return how_many(m.clauses, "Klausel", "Klauseln")


# -- Züge -----------------------------------------------------------------------------------------

LABELS = {
    "start": "Anfang",
    "certain": "nachweislich sicher",
    "chord": "ringsum geöffnet",
    "flag": "Flagge",
    "flag removed": "Flagge entfernt",
    "wrong flag": "falsche Flagge",
    "unproven flag": "unbewiesene Flagge",
    "needless guess": "unnötig geraten",
    "forced coin toss": "erzwungener Münzwurf",
    "only move": "einziger Zug",
    "best": "bester Zug",
    "good": "gut",
    "inaccuracy": "Ungenauigkeit",
    "mistake": "Fehler",
    "blunder": "grober Fehler",
}


def points(count: int) -> str:
    """Ein Punkt ist ein Hundertstel einer Partie."""
    return how_many(count, "Punkt", "Punkte")


def percentage_points(count: int) -> str:
    return how_many(count, "Prozentpunkt", "Prozentpunkte")


def risk_taken(m: kinds.RiskTaken) -> str:
    risk = percent(m.risk, 0)
    if not m.chord:
        return f"{mark(m.cell)} war {risky(risk)}"
    hits = "war ein Münzwurf" if is_coin_toss(risk) else f"barg ein Minenrisiko von {risk}"
    return f"das Öffnen rund um {mark(m.cell)} {hits}"


def safe_instead(m: kinds.SafeInstead) -> str:
    names = [one.cell for one in m.clues]
    by, show = clues_at(names) if names else "", plural(len(names), "zeigt", "zeigen")
    match m.technique:
        case None:
            return f"{mark(m.cell)} war sicher."
        case "given":
            return f"{mark(m.cell)} war als sicher vorgegeben."
        case "single clue" if len(names) == 1:
            by = clue(m.clues[0])
        case "single clue":
            show = "nacheinander zeigen"
        case "mine count":
            by, show = (f"die Minenzahl und {by}", "zeigen") if by else ("die Minenzahl", "zeigt")
        case technique:
            show += f" ({TECHNIQUES[technique]})"
    return f"{mark(m.cell)} war sicher, wie {by} {show}."


game_starts = "Die Partie beginnt auf {cell}."


def opened_safe(m: kinds.OpenedSafe) -> str:
    if m.chord:
        return f"Das Öffnen rund um {mark(m.cell)} traf nur nachweislich sichere Felder."
    return f"{mark(m.cell)} war nachweislich sicher."


def provable_mine(m: kinds.ProvableMine) -> str:
    if m.chord:
        return f"Das Öffnen rund um {mark(m.cell)} musste eine Mine treffen."
    return f"{mark(m.cell)} war nachweislich eine Mine."


flag_removed = "Die Flagge auf {cell} wurde entfernt."


def flagged_wrong(m: kinds.FlaggedWrong) -> str:
    known = "Das Feld war nachweislich sicher" if m.certain else "Das Feld ist sicher"
    return f"Die Flagge auf {mark(m.cell)} ist falsch: {known}."


def flagged_unproven(m: kinds.FlaggedUnproven) -> str:
    risk = percent(m.risk, 0)
    only = f"eine Mine lag dort nur {likely(risk)}"
    if is_coin_toss(risk):
        only = "es war ein Münzwurf"
    return f"Die Flagge auf {mark(m.cell)} ist richtig, aber {only}."


def guessed(m: kinds.Guessed) -> str:
    ends = {
        "forced coin toss": ", und kein anderes Feld gewinnt öfter.",
        "only move": ". Kein anderes Feld war annähernd so gut.",
        "best": ". Kein Feld war besser.",
        "good": ". Das war gut geraten.",
    }
    return capital(risk_taken(m.risk)) + ends.get(m.label, ".")


def wins_more(m: kinds.WinsMore) -> str:
    return f"{mark(m.cell)} war {points(m.points)} mehr wert."


def met_mine(m: kinds.MetMine) -> str:
    return "Eine Mine wurde getroffen." if m.chord else "Es war eine Mine."


survived = "Es ging gut."


def numbers_luck(m: kinds.NumbersLuck) -> str:
    good = m.points > 0
    did, cost = "brachten" if good else "kosteten", points(abs(m.points))
    numbers = f"Die aufgedeckten Zahlen {did} {cost}"
    if m.first < m.last:
        numbers = f"Zwischen Zug {m.first} und Zug {m.last} {did} die Zahlen {cost}"
    return f"{'Glück' if good else 'Pech'}: {numbers}."


def more_steps(m: kinds.MoreSteps) -> str:
    return f"{how_many(m.steps, 'weiterer Schritt', 'weitere Schritte')}: siehe Analyse."


def label_name(m: kinds.LabelName) -> str:
    return LABELS[m.label]


def technique_name(m: kinds.TechniqueName) -> str:
    return TECHNIQUES[m.technique]


# -- Urteile --------------------------------------------------------------------------------------


NUMBERS = ("kein", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn")


def in_letters(count: int) -> str:
    """Eine Zahl, bis zehn in Buchstaben."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def often(count: int) -> str:
    """Wie oft: einmal, zweimal, 11-mal."""
    return f"{in_letters(count)}{'mal' if count < len(NUMBERS) else '-mal'}"


def cases_of_100(share: float) -> str:
    """Wie oft etwas gelingt."""
    count = half_up(100 * share)
    if count in (0, 100):
        return "in über 99 von 100 Fällen" if count else "in weniger als einem von 100 Fällen"
    return f"in {'einem' if count == 1 else count} von 100 Fällen"


def not_finished(m: kinds.NotFinished) -> str:
    return f"Die Partie wurde nicht beendet. Die Gewinnchance stand bei {percent(m.win, 0)}."


def stood(m: kinds.Stood) -> str:
    win = f"Deine Gewinnchance war {percent(m.win, 0)}."
    return win if m.risk is None else f"{win} {capital(risk_taken(m.risk))}."


def player_has(agent: str) -> str:
    return f"Der Agent {plain(agent)} hat" if agent else "Du hast"


def game_won(m: kinds.GameWon) -> str:
    won = f"{player_has(m.agent)} {'mit Hilfe ' if m.helped else ''}gewonnen"
    if not m.guesses:
        if m.first:
            return f"{won}. Nur der erste Klick war geraten."
        return f"{won}." if m.helped else f"{won}, ohne ein einziges Mal zu raten."
    has = "hat er" if m.agent else "hast du"
    guessed = f"{won}. {'Nach dem ersten Klick' if m.first else 'Dabei'} {has}"
    cases = cases_of_100(m.chance)
    if m.guesses == 1:
        how = ": ein Münzwurf" if round(m.chance, 2) == 0.5 else f". Das geht {cases} gut"
        return f"{guessed} einmal geraten{how}."
    return f"{guessed} {often(m.guesses)} geraten. Das geht {cases} jedes Mal gut."


def lost_at_first(m: kinds.LostAtFirst) -> str:
    lost = f"{player_has(m.agent)} beim ersten Klick auf {mark(m.cell)} verloren."
    return f"{lost} Auf dieser Stufe kann der erste Klick eine Mine treffen."


def lost_coin_toss(m: kinds.LostCoinToss) -> str:
    risk = percent(m.risk, 0)
    lost = "einen Münzwurf" if is_coin_toss(risk) else f"bei einem Risiko von {risk}"
    return f"{player_has(m.agent)} {lost} verloren. Kein anderes Feld gewinnt öfter."


def lost_by_guess(m: kinds.LostByGuess) -> str:
    how = "beim Raten das beste Feld gewählt" if m.best else "gut geraten"
    did = f"obwohl er {how} hat" if m.agent else f"obwohl du {how} hast"
    return f"{player_has(m.agent)} verloren, {did}: {capital(risk_taken(m.risk))}."


def needless_guess(m: kinds.NeedlessGuess) -> str:
    guess = f"Unnötig geraten bei Zug {m.move}"
    if m.points is not None:
        guess = f"Unnötiges Raten bei Zug {m.move} kostete {points(m.points)}"
    return f"{guess}: {mark(m.safe)} war sicher."


def blunder(m: kinds.Blunder) -> str:
    did = f"Zug {m.move} hat eine nachweisliche Mine geöffnet, {mark(m.cell)}."
    if m.chord:
        did = f"Bei Zug {m.move} musste das Öffnen ringsum eine Mine treffen."
    return did if m.safe is None else f"{did} {mark(m.safe)} war sicher."


def worse_guess(m: kinds.WorseGuess) -> str:
    return f"{capital(LABELS[m.label])} bei Zug {m.move}: {wins_more(m.better)}"


def cost_points(m: kinds.CostPoints) -> str:
    """Nach den Kosten steht das Glück ohne Einheit: 'Glück brachte 20 zurück.'"""
    if m.points and m.luck < 0:
        return f"Der Zug kostete {percentage_points(m.points)}, Pech {-m.luck}."
    said = [f"Der Zug kostete {percentage_points(m.points)}."] if m.points else []
    if m.luck < 0:
        said.append(f"Pech kostete {percentage_points(-m.luck)}.")
    elif m.luck > m.points:
        said.append(f"Glück brachte {m.luck if m.points else percentage_points(m.luck)}.")
    elif m.luck:
        said.append(f"Glück brachte {m.luck} zurück.")
    return " ".join(said)


def other_errors(m: kinds.OtherErrors) -> str:
    errors = f"{in_letters(m.errors)} {plural(m.errors, 'weiterer', 'weitere')} Fehler"
    did = f"{plural(m.errors, 'kostete', 'kosteten')} {points(m.points)}"
    if not m.points:
        did = f"{plural(m.errors, 'machte', 'machten')} keinen klaren Unterschied"
    return capital(f"{errors} {did}.")


def errors_together(m: kinds.ErrorsTogether) -> str:
    most = f"deine Gewinnchance war nie höher als {m.counted}\u00a0%"
    total = f"Davon zählen nur {m.counted}, denn {most}."
    return f"Zusammen kosteten die Fehler {points(m.points)}. {total}"


def no_error(m: kinds.NoError) -> str:
    if m.points:
        better = f"{capital(often(m.guesses))} war ein anderes Feld etwas besser"
        return f"Keine echten Fehler. {better}, das kostete {points(m.points)}."
    who = "Der Agent hat" if m.agent else "Du hast"
    return f"{who} keinen {'' if m.clear else 'klaren '}Fehler gemacht."


def luck_and_choices(m: kinds.LuckAndChoices) -> str:
    luck = f"{'Glück brachte' if m.luck > 0 else 'Pech kostete'} {points(abs(m.luck))}"
    if not m.luck:
        luck = "Glück spielte keine Rolle"
    whose = "die Fehler des Agenten" if m.agent else "deine Fehler"
    errors = f", und {whose} kosteten {points(m.error)}" if m.error else ""
    return f"Zu Beginn war die Gewinnchance {percent(m.start, 0)}. {luck}{errors}."


def decisions_made(m: kinds.DecisionsMade) -> str:
    if not m.decisions:
        return "keine Entscheidungen"
    made = plural(m.decisions, "eine Entscheidung", f"{in_letters(m.decisions)} Entscheidungen")
    each = plural(m.decisions, "", "pro Entscheidung ")
    return f"{made}, {each}{decimal(m.lost / 10)} Punkte verloren"


def many_games(m: kinds.ManyGames) -> str:
    if m.won is None or m.adjusted is None:
        return f"{how_many(m.games, 'Partie', 'Partien')}, keine davon beendet."
    games = how_many(m.games, "Partie", "Partien")
    if m.games < 10:
        return f"Du hast {round(m.won * m.games)} von {games} gewonnen."
    won, adjusted = percents(m.won, m.adjusted)
    return f"Du hast {won} von {games} gewonnen. Mit durchschnittlichem Glück wären es {adjusted}."


# Überschriften und Beschriftungen in Berichten, nach ihrem Englisch.
CAPTIONS = {
    "Beginner": "Anfänger",
    "Intermediate": "Fortgeschrittene",
    "Expert": "Experten",
    "Easy": "Leicht",
    "Medium": "Mittel",
    "Hard": "Schwer",
    # eine Partie
    "Review": "Rückschau",
    "Light or dark": "Hell oder dunkel",
    "won": "gewonnen",
    "lost": "verloren",
    "at the start": "zu Beginn",
    "your errors": "Fehler",
    "your luck": "Glück",
    "at the end": "am Ende",
    "luck": "Glück",
    "move": "Zug",
    "accuracy": "Genauigkeit",
    "points lost per decision": "verlorene Punkte pro Entscheidung",
    # viele Partien
    "Review of {:game|games}": "Rückschau auf {:Partie|Partien}",
    "95% interval: {} to {}.": "95-%-Intervall: {} bis {}.",
    "points lost per game": "verlorene Punkte pro Partie",
    "needless guesses": "unnötig geraten",
    "blunders": "grobe Fehler",
    "Luck-adjusted win rate": "Gewinnquote ohne Glück",
    "Solid: your win rate with average luck so far, with its 95% interval. Dashed: your actual "
    "win rate.": "Durchgezogen: deine bisherige Gewinnquote mit durchschnittlichem Glück und "
    "95-%-Intervall. Gestrichelt: deine tatsächliche Gewinnquote.",
    "Error per game": "Fehler pro Partie",
    "The chance of winning that your moves lost, in points. Mean of {} games.": "Die "
    "Gewinnchance, die deine Züge gekostet haben, in Punkten. Mittel über {} Partien.",
    "The same boards": "Dieselben Bretter",
    "Games won by you and by two agents with the same first cells. Odds opens the safest cell, "
    "Champion the cell with the best chance of winning.": "Gewonnene Partien von dir und zwei "
    "Agenten, mit denselben ersten Feldern. Odds öffnet das sicherste Feld, Champion das mit der "
    "besten Gewinnchance.",
    "you": "du",
    "you, average luck": "du, mittleres Glück",
    "Errors by kind of move": "Fehler nach Art des Zugs",
    "Their cost in points per game.": "Was sie gekostet haben, in Punkten pro Partie.",
    "Techniques to practise": "Techniken zum Üben",
    "The cost of needless guesses in points per game, by the technique that proves a safe "
    "cell.": "Was unnötiges Raten gekostet hat, in Punkten pro Partie, nach der Technik, die ein "
    "sicheres Feld zeigt.",
    "game": "Partie",
    # auf der Kommandozeile
    "guesses": "geraten",
    "time": "Zeit",
    "this board happened to need no guess": "ein Brett, das zufällig ohne Raten aufging",
    "{} from guesses, {} from the numbers you opened": "{} durch Raten, {} durch aufgedeckte "
    "Zahlen",
    "{}, {} survived ({} with average luck)": "{}, davon {} überlebt; im Durchschnitt {}",
    "a provably safe cell stayed unopened for {} s on average": "ein sicheres Feld blieb im "
    "Durchschnitt {} s lang verdeckt",
    "you thought longest before move {}": "am längsten nachgedacht hast du vor Zug {}",
    "cell": "Feld",
    "label": "was",
    "risk": "Risiko",
    "win": "Gewinn",
    "unclear": "unklar",
    "safe": "sicher",
    "mines": "Minen",
    "none was provable": "nichts war beweisbar",
    "{}%": "{}\u00a0%",
    "{}% [{}, {}]": "{}\u00a0% [{}; {}]",
    "{:game|games}, {} finished": "{:Partie|Partien}, {} beendet",
    "luck removed": "ohne Glück",
    "errors": "Fehler",
    "not seen": "übersehen",
    "{} points per game": "{} Punkte pro Partie",
    "{:decision|decisions}, {} points lost per decision": "{:Entscheidung|Entscheidungen}, bei "
    "jeder {} Punkte verloren",
    "{} of {}": "{} von {}",
    "won {} of {} on the same boards": "gewinnt {} von {} auf denselben Brettern",
    "; your lead is {}": "; dein Vorsprung ist {}",
    "The last {} of {} games.": "Die letzten {} von {} Partien.",
    "Level": "Stufe",
    "What decided it": "Was es entschieden hat",
    "Result": "Ergebnis",
    "Error": "Fehler",
    "Luck": "Glück",
    "first": "Anfang",
    "safest": "am sichersten",
    "none is provable": "nichts ist beweisbar",
    "boards": "Bretter",
    "{} fit the position": "passend zur Stellung: {}",
    "{:fits|fit} the position": "passend zur Stellung: {}",
    "value": "Wert",
    "wins {} (exact)": "gewinnt {} (genau)",
    "wins {} ± {} (estimated)": "gewinnt {} ± {} (geschätzt)",
    "the best strategy wins on {} of the {:board that fits|boards that fit}": "Die beste Strategie "
    "gewinnt auf {} von {:passenden Brett|passenden Brettern}",
    "the champion played {:board that fits|boards that fit}": "Der Champion hat {:passendes "
    "Brett|passende Bretter} zu Ende gespielt",
    "best": "am besten",
    "open the safe cells first: there is no risk": "öffne zuerst die sicheren Felder, das kostet "
    "nichts",
    "then": "dann",
    "and {:worse one|worse ones}": "und {:schlechteres|schlechtere}",
    "difficulty": "Schwierigkeit",
    "{} of 10 for the whole board": "{} von 10 für das ganze Brett",
    "{} of 10 for the next step": "{} von 10 für den nächsten Schritt",
    "deductions": "Schlüsse",
    "{} {}": "{1}: {0}",
    "none": "keine",
    "hardest": "am schwersten",
    "{}, {} clue, first at {}": "{0}, zuerst bei {2}",
    "{}, {} clues, first at {}": "{}, {} Zahlen, zuerst bei {}",
    "{}; the chance of surviving is {}": "{}, das geht mit {} Wahrscheinlichkeit gut",
    "wins": "gewinnt",
    "{} with the best strategy": "{} mit der besten Strategie",
    "unknown": "unbekannt",
    "3BV {}, openings {}, islands {}, ZiNi {}": "3BV {}, Flächen {}, Inseln {}, ZiNi {}",
    "board": "Brett",
    "decision {}": "Entscheidung {}",
    "after {:decision|decisions}": "nach {:Entscheidung|Entscheidungen}",
    "mines left {}": "Minen übrig {}",
    "{} on {}, seed {}": "{} auf {}, Seed {}",
    "{} of {:safe cell|safe cells} open": "{} von {:sicheren Feld|sicheren Feldern} offen",
    "stuck": "steckt fest",
    "Enter: next decision": "Enter: nächste Entscheidung",
    "w: why": "w: warum",
    "p: whole proof": "p: der ganze Beweis",
    "q: leave": "q: aufhören",
    "KB {:clause|clauses}": "KB: {:Klausel|Klauseln}",
    "KB0 {:fact|facts}": "KB0: {:Tatsache|Tatsachen}",
    "guess strategies for any agent (--guess): {}": "Ratestrategien für jeden Agenten (--guess): "
    "{}",
    "your own agent: {} (`sapper agent new` writes one)": "eigener Agent: {} (`sapper agent new` "
    "schreibt einen)",
    "Read one: sapper lesson 4": "Eine lesen: sapper lesson 4",
    "Your answer begins with:": "Deine Antwort beginnt mit:",
}


# -- Schwierigkeit --------------------------------------------------------------------------------

_TECHNIQUES = {
    "single clue": ("eine einzelne Zahl", "einzelne Zahlen", "die erste"),
    "subset": ("eine Teilmenge", "Teilmengen", "die erste"),
    "difference": ("eine Differenz", "Differenzen", "die erste"),
    "chain": ("eine Kette", "Ketten", "die erste"),
    "combination": ("eine Kombination", "Kombinationen", "die erste"),
    "case split": ("eine Fallunterscheidung", "Fallunterscheidungen", "die erste"),
    "mine count": ("einmal die Minenzahl", "Schlüsse aus der Minenzahl", "den ersten"),
}


def what_it_takes(m: kinds.WhatItTakes) -> str:
    guesses = ""
    if m.guesses:
        share = percent(m.survival, 0)
        how = f". Das geht {likely(share)} gut"
        if m.guesses == 1 and is_coin_toss(share):
            how = ": ein Münzwurf"
        guesses = f"Man muss {often(m.guesses)} raten{how}."
    if m.technique in (None, "given"):
        if guesses:
            return guesses
        zeros = "Nachdenken ist nicht nötig, denn Nullen öffnen alles."
        return zeros if m.technique else "Es gibt nichts mehr zu tun."
    if m.technique == "single clue":
        single = "Sonst genügen einzelne Zahlen."
        return f"{guesses} {single}" if guesses else "Einzelne Zahlen genügen."
    assert m.where is not None
    one, many, first = _TECHNIQUES[m.technique]
    if m.count == 1:
        joins = f" mit {m.clues} Zahlen" if m.clues > 2 else ""
        needs = f"{one}{joins} bei {mark(m.where)}"
    else:
        needs = f"{m.count} {many}, {first} bei {mark(m.where)}"
    easier = join([_TECHNIQUES[name][1] for name in m.easier])
    rest = f"; sonst genügen {easier}" if easier else ""
    return f"{guesses} Außerdem braucht es {needs}{rest}." if guesses else f"Braucht {needs}{rest}."


# -- Rätsel ---------------------------------------------------------------------------------------


def which_cell(m: kinds.WhichCell) -> str:
    if m.wanted == "safe":
        return "Welche Felder sind sicher?"
    wins = "Mit welchem Feld gewinnt man am häufigsten?"
    return "Welches Feld ist am sichersten?" if m.wanted == "safest" else wins


def puzzle_task(m: kinds.PuzzleTask) -> str:
    lead = "Kein verdecktes Feld ist nachweislich sicher."
    if m.technique is not None:
        lead = f"Hier hilft nur eine Technik: {TECHNIQUES[m.technique]}."
    return f"{lead} {which_cell(m.asks)}"


def puzzle_caption(m: kinds.PuzzleCaption) -> str:
    return TECHNIQUES[m.technique] if m.technique else f"raten, {mines(m.mines)} übrig"


def guess_answer(m: kinds.GuessAnswer) -> str:
    each = "jedes " * (len(m.cells) > 1)
    if m.win is None:
        return f"{named(m.cells)}, {each}{risky(percent(m.risks[0], 0))}"
    pairs = zip(m.cells, percents(*m.risks), strict=True)
    best = ", ".join(f"{mark(cell)} (Risiko {risk})" for cell, risk in pairs)
    return f"{best}: {each}gewinnt in {percent(m.win, 0)} der Fälle"


def puzzle_answer(m: kinds.PuzzleAnswer) -> str:
    if m.guess is None:
        return f"sicher: {', '.join(map(mark, m.safe))}"
    return f"{'am sichersten' if m.guess.win is None else 'am besten'}: {guess_answer(m.guess)}"


# -- Aufgaben -------------------------------------------------------------------------------------

_ADVICE = {
    "neighbours": "Zähl noch einmal: links, rechts, oben, unten und die vier schräg daneben.",
    "choices": "Nicht ganz. Auf wie viele Arten kannst du 3 Felder von 5 wählen? "
    "Und 4 Felder von 5?",
    "pairs": "Jede Klausel trifft auf 999 andere. Aber so ist jedes Paar doppelt gezählt.",
    "both sides": "Füg die beiden Klauseln zusammen. Das Feld, in dem sie sich widersprechen, "
    "fällt aus beiden heraus.",
    "independent parts": "Nicht ganz. Welche Teile des Bretts beeinflussen sich nicht?",
    "no guess needed": "Du musst nicht raten: Ein Feld ist nachweislich sicher.",
    "one cell": "Schreib nur ein Feld: das, das du öffnen würdest.",
    "no conflict": "Diese können alle zugleich stimmen: Es gibt ein Brett, das zu allen passt.",
    "not enough": "Das reicht nicht: Auf einem Brett stimmen sie alle, die Behauptung aber nicht.",
    "one too many": "Das reicht, aber es geht mit weniger: Eine davon kannst du weglassen.",
    "one clause": "Schreib nur eine Klausel: Zwei Klauseln haben ein Kind.",
    "still disagreed": "Das folgt, aber das Feld, in dem sie sich widersprechen, sollte weg sein.",
    "says less": "Das folgt, aber es sagt weniger als ihr Kind.",
    "nothing possible": "Deine Klauseln können nicht alle wahr sein, ob nun "
    f"{mark('A1')} eine Mine ist oder nicht. Mindestens ein Brett muss zu ihnen passen.",
    "empty clause last": "Die letzte Zeile muss die leere Klausel sein, also nur 0.",
    "a zero": "Deine Zahl ist 0, also ist alles ringsum sicher.",
    "nothing safe": "In deiner Stellung ist kein Feld nachweislich sicher.",
    "on this page": "Diese Stellung steht schon auf der Seite. Zeichne eine neue.",
    "only by count": "In deiner Stellung zeigt nur die Minenzahl ein sicheres Feld. Hier müssen "
    "die Zahlen genügen.",
    "two lines": "Schreib die Nummern von zwei Zeilen.",
    "no clash": "Diese beiden Klauseln widersprechen sich nicht in genau einem Feld.",
    "other child": "Diese beiden Klauseln ergeben eine andere Klausel.",
}
_STEP_GAPS = {
    "no cell": "Sie widersprechen sich in keinem Feld",
    "several cells": "Sie widersprechen sich in mehr als einem Feld",
    "other rest": "Lass das Feld weg, in dem sie sich widersprechen, und behalte den Rest",
    "no fact": "Keine ist eine Tatsache, und hier benutzt jeder Schritt eine",
}
_FORMS = {
    "cells": f"Die Namen von Feldern, zum Beispiel: {mark('B2')} {mark('C4')}",
    "literals": f"Literale, zum Beispiel: {mark('A1')} ¬{mark('B1')}",
    "number": "Eine ganze Zahl.",
    "numbers": "Ganze Zahlen, zum Beispiel: 2 5 6",
    "chance": "Ein Bruch, eine Dezimalzahl oder Prozent: 1/3, 0,333 oder 33,3\u00a0%",
    "clauses": f"Eine Klausel pro Zeile, zum Beispiel: {mark('A1')} ∨ ¬{mark('B1')}, "
    f"getippt {mark('A1')} | ~{mark('B1')}",
    "proof": "Ein Schritt pro Zeile: seine Nummer, seine Klausel und woher sie kommt. "
    f"Zum Beispiel: 1. {mark('A1')} ∨ {mark('B1')} {mark('A2')} für eine Klausel der Zahl auf "
    f"{mark('A2')}, oder 3. ¬{mark('C1')} from 1 2 für eine Klausel aus den Zeilen 1 und 2",
    "position": "Größe und Minen in der ersten Zeile, zum Beispiel 5x3x2, dann die Reihen: "
    ". ist verdeckt, 0 bis 8 ist offen.",
    "drat": "Eine Klausel pro Zeile, als Zahlen mit einer 0 am Ende. Die letzte Zeile ist 0.",
}
_PAGE_LABELS = {
    "exercises": "Aufgaben",
    "answer": "Antwort",
    "more": "Mehr Aufgaben",
    "lesson": "Lektion",
    "puzzles": "Minesweeper-Rätsel",
    "solutions": "Lösungen",
    "check": "Prüf deine Antwort",
}
_MORE = {
    "number": ("Zahl lässt sich finden", "Zahlen lassen sich finden"),
    "line": ("Zeile kann weg", "Zeilen können weg"),
    "fact": ("Tatsache lässt sich finden", "Tatsachen lassen sich finden"),
}


def _with_mines(names: Sequence[CellName]) -> str:
    laid = plural(len(names), "einer Mine", "Minen")
    return f"mit {laid} auf {cells(names)}" if names else "ohne Mine"


answer_is_right = "Richtig."


def advised(m: kinds.Advised) -> str:
    return _ADVICE[m.advice]


def chance_is_off(m: kinds.ChanceIsOff) -> str:
    return f"Das ist zu {'hoch' if m.is_high else 'niedrig'}."


def mine_on_how_many(m: kinds.MineOnHowMany) -> str:
    fit = "1 Brett passt" if m.boards == 1 else f"{m.boards} Bretter passen"
    return f"{fit}. Auf wie vielen davon ist {mark(m.cell)} eine Mine?"


impossible_count = (
    "{mines} geht nicht. Versuch, so viele Minen zu legen, und sieh dir die Zahlen an."
)


def more_to_find(m: kinds.MoreToFind) -> str:
    return f"Bis hierher ist alles richtig. {m.count} weitere {plural(m.count, *_MORE[m.what])}."


def more_cells_to_find(m: kinds.MoreCellsToFind) -> str:
    right = "Bis hierher ist alles richtig." if m.begun else "Sieh noch einmal hin."
    more = how_many(m.count, "nachweislich sicheres Feld", "nachweislich sichere Felder")
    if m.are_mines:
        more = how_many(m.count, "nachweisliche Mine", "nachweisliche Minen")
    return f"{right} Es gibt noch {more}."


def wrong_cell(m: kinds.WrongCell) -> str:
    return {
        "open": f"{mark(m.cell)} ist schon offen.",
        "no mine": f"{mark(m.cell)} ist offen, also keine Mine.",
        "hidden": f"{mark(m.cell)} ist verdeckt. Schreib Felder, die eine Zahl zeigen.",
    }[m.why]


def is_certain_but_other(m: kinds.IsCertainButOther) -> str:
    return f"{mark(m.cell)} steht fest, ist aber {'eine Mine' if m.is_mine else 'sicher'}."


def claim_uncertain(m: kinds.ClaimUncertain) -> str:
    board = f"Es gibt ein passendes Brett {'ohne' if m.is_mine else 'mit'} Mine dort"
    return f"{mark(m.cell)} steht nicht fest: {board}. Findest du es?"


def another_is_better(m: kinds.AnotherIsBetter) -> str:
    return f"Ein anderes Feld ist {'sicherer' if m.safer else 'besser'} als {mark(m.cell)}."


def clue_touches(m: kinds.ClueTouches) -> str:
    return capital(f"{clue(m.clue)} würde {m.mines} deiner Minen berühren.")


def other_total(m: kinds.OtherTotal) -> str:
    board = f"auf dem Brett gibt es {mines(m.mines)}"
    return f"Alle Zahlen passen, aber {board}, und du hast {m.written} geschrieben."


does_not_touch = "{clue} berührt {cell} nicht."


def clauses_differ(m: kinds.ClausesDiffer) -> str:
    differ = "schließen ein Brett aus, das die Zahl erlaubt"
    if m.allowed:
        differ = "erlauben auch ein Brett, das die Zahl ausschließt"
    return f"Deine Klauseln {differ}: eines {_with_mines(m.mines)}."


def number_out_of_reach(m: kinds.NumberOutOfReach) -> str:
    hidden = how_many(m.cells, "verdecktes Feld", "verdeckte Felder")
    return f"Eine Zahl, die an {hidden} grenzt, ist höchstens {m.cells}."


def number_differs(m: kinds.NumberDiffers) -> str:
    board = f"ein Brett {_with_mines(m.mines)}"
    if m.allowed:
        return f"Die Klauseln erlauben {board}, eine {m.number} aber nicht."
    return f"Eine {m.number} erlaubt {board}, die Klauseln aber nicht."


def not_their_child(m: kinds.NotTheirChild) -> str:
    board = capital(_with_mines(m.mines))
    return f"Das folgt nicht: {board} stimmen beide Klauseln, deine aber nicht."


def no_such_line(m: kinds.NoSuchLine) -> str:
    return f"{'Einen Schritt' if m.is_step else 'Eine Zeile'} {m.number} gibt es nicht."


line_must_stay = "Zeile {number} muss bleiben, denn keine andere einzelne Zeile sagt so viel."


def fact_not_found(m: kinds.FactNotFound) -> str:
    text = clause(m.literal)
    if m.opposite:
        return f"{text} kommt nicht heraus, aber das Gegenteil."
    return f"{text} kommt nicht heraus: Keine Klausel wird so kurz."


def is_unit(m: kinds.IsUnit) -> str:
    return f"{clause(m.clause)} ist eine Einheitsklausel, also fällt der erste Dominostein."


def claim_not_entailed(m: kinds.ClaimNotEntailed) -> str:
    cell = mark(m.cell)
    hold = f"{capital(_with_mines(m.mines))} stimmen alle deine Klauseln"
    return f"{cell} folgt nicht: {hold}, auch wenn {cell} sicher ist."


def other_end(m: kinds.OtherEnd) -> str:
    claim = clause(m.claim)
    return f"Jeder Schritt ist richtig, aber der letzte muss {claim} sein."


number_twice = "Es gibt zwei Schritte mit der Nummer {number}."
uses_later_step = "Schritt {number} benutzt Schritt {parent}, der nicht davor steht."


def step_does_not_follow(m: kinds.StepDoesNotFollow) -> str:
    both = f"{clause(m.left)} und {clause(m.right)}"
    return f"Schritt {m.number} folgt nicht aus {both}: {_STEP_GAPS[m.gap]}."


def step_is_not_read(m: kinds.StepIsNotRead) -> str:
    source = clue(m.source) if isinstance(m.source, ClueName) else mark(m.source or "")
    gap = {
        "no claim": "Hier gibt es nichts zu behaupten, also fang mit Zahlen an",
        "other claim": f"Zu widerlegen ist die Behauptung {source}",
        "hidden": f"{source} ist verdeckt und zeigt keine Zahl",
        "not said": f"Das sagt {'die Minenzahl' if m.source is None else source} nicht",
    }[m.gap]
    return f"Schritt {m.number}: {gap}."


step_is_right = "Schritt {number} folgt aus den Schritten, die er nennt."


def line_not_implied(m: kinds.LineNotImplied) -> str:
    end = "Sind ihre Literale falsch, enden die Dominosteine nicht in einem Widerspruch"
    return f"Zeile {m.line} folgt nicht: {end}."


def open_cells(m: kinds.OpenCells) -> str:
    count = how_many(m.count, "offenes Feld", "offene Felder")
    return f"Deine Stellung hat {count}. Es sollte genau eines sein."


def certain_in_yours(m: kinds.CertainInYours) -> str:
    what = "eine Mine" if m.is_mine else "sicher"
    return f"In deiner Stellung ist {mark(m.cell)} nachweislich {what}."


def easier_way(m: kinds.EasierWay) -> str:
    name = TECHNIQUES[m.technique]
    return f"In deiner Stellung zeigt schon eine leichtere Technik ({name}) ein sicheres Feld."


def harder_way(m: kinds.HarderWay) -> str:
    by = "muss die Minenzahl es zeigen"
    if m.wanted == "subset":
        by = (
            "müssen zwei Zahlen es zeigen, und eine davon muss alle verdeckten Felder der anderen "
            "berühren"
        )
    other = f"das zeigt nur eine andere Technik ({TECHNIQUES[m.technique]})"
    return f"In deiner Stellung ist ein Feld sicher, aber {other}. Hier {by}."


def matching_suffices(m: kinds.MatchingSuffices) -> str:
    found = "Ein Agent mit k = 2 findet in deiner Stellung ein sicheres Feld"
    return f"{found} ({TECHNIQUES[m.technique]})."


def how_to_answer(m: kinds.HowToAnswer) -> str:
    return _FORMS[m.form]


def how_to_check(m: kinds.HowToCheck) -> str:
    return (
        "Schreib deine Antwort in eine Datei und prüf sie, so oft du willst: "
        f"`sapper exercise {m.lesson}.1 answer.txt`. Das geht auch auf der Seite, unter Lernen, "
        "Lektionen, oder in Python: `from sapper.classroom import check`, dann "
        f'`check("{m.lesson}.1", "...")`.'
    )


def page_label(m: kinds.PageLabel) -> str:
    return _PAGE_LABELS[m.label]


def board_size(m: kinds.BoardSize) -> str:
    return f"{m.width}x{m.height}, {mines(m.mines)}"


# -- Ablehnungen ----------------------------------------------------------------------------------


def _pairs(text: str) -> dict[str, str]:
    """Zeilen als Paare, erst Englisch, dann Deutsch; mit # beginnt ein Kommentar."""
    lines = [line.strip(" ") for line in text.splitlines() if line and line[:2] != "# "]
    return dict(zip(lines[::2], lines[1::2], strict=True))


REFUSALS = _pairs(files(__package__).joinpath("refusals_de.txt").read_text(encoding="utf-8"))
"""eine Ablehnung nach ihrer englischen Vorlage"""

REFUSAL_PARTS = {
    "answer": "Antwort",
    "board": "Brett",
    "level": "Stufe",
    "name": "Name",
    "position": "Stellung",
    "mine": "Minen",
    "given": "vorgegeben",
    "given cell": "vorgegebene Felder",
    "link": "Link",
    "game id": "Spiel-ID",
    "saved game": "Spielstand",
    "won": "gewonnen",
    "lost": "verloren",
    "boom": "verloren",
    "unfinished": "nicht beendet",
    "the link's analysis": "der Stellung im Link",
    "the link's list of mines": "der Liste der Minen im Link",
    "clues half done at once": "halb erfüllte Zahlen zugleich",
    "steps": "Schritte",
    "states at once": "Zustände zugleich",
}
"""was in einer Ablehnung wechselt und selbst Wörter hat"""


# -- Räume ----------------------------------------------------------------------------------------


NAMED = 3
"""so viele Leute nennt ein Satz beim Namen; mehr werden gezählt"""


def _you(name: str | None) -> str:
    return "du" if name is None else plain(name)


def _you_have(name: str | None) -> str:
    return f"{_begin(name)} {'hast' if name is None else 'hat'}"


def _one(count: int) -> str:
    """Wie viele Leute: eine Person, zwei, 11."""
    return "eine Person" if count == 1 else in_letters(count)


def _begin(name: str | None) -> str:
    """Jemand am Anfang eines Satzes. Ein Name bleibt, wie er ist."""
    return "Du" if name is None else plain(name)


def _people(names: Sequence[str | None]) -> str:
    """Leute am Anfang eines Satzes."""
    if len(names) > NAMED:
        return capital(in_letters(len(names)))
    return join([_begin(name) for name in names])


def _lead(seconds: float) -> str:
    if seconds < 0.1:
        return "weniger als 0,1 Sekunden"
    if seconds < 60:
        return f"{decimal(seconds)} Sekunden"
    minutes, rest = divmod(half_up(seconds), 60)
    lead = how_many(minutes, "Minute", "Minuten")
    return lead + f" und {how_many(rest, 'Sekunde', 'Sekunden')}" * (rest > 0)


room_alone = "Schick diesen Link an deine Freunde."


room_dealing = "Alle sind bereit. Der Server bereitet ein Brett vor."


def room_here(m: kinds.RoomHere) -> str:
    if not m.names:
        return "Gerade ist niemand hier."
    return f"{_people(m.names)} {plural(len(m.names), 'ist', 'sind')} hier."


def room_ready(m: kinds.RoomReady) -> str:
    return f"{_people(m.names)} {plural(len(m.names), 'ist', 'sind')} bereit. Du auch?"


def room_waiting(m: kinds.RoomWaiting) -> str:
    return f"{_people(m.names)} {plural(len(m.names), 'fehlt', 'fehlen')} noch."


room_nobody_ready = "Noch ist niemand bereit."


room_running = "Brett {board} läuft. Beim nächsten bist du dabei."


def room_idle(m: kinds.RoomIdle) -> str:
    after = f"{_a_minute(m.minutes)} ohne Zug"
    return f"Mach einen Zug. Nach {after} geht das Rennen ohne dich weiter."


def _a_minute(count: int) -> str:
    return "einer Minute" if count == 1 else f"{in_letters(count)} Minuten"


def room_ended(m: kinds.RoomEnded) -> str:
    return f"{plain(m.name)} {'ist fertig' if m.won else 'hat eine Mine getroffen'}."


def room_so_far(m: kinds.RoomSoFar) -> str:
    left = f"{capital(_one(m.left))} {plural(m.left, 'spielt', 'spielen')} noch."
    if m.place is None:
        return f"Du hast eine Mine getroffen. {left}" if m.hit else left
    place = "eins" if m.place == 1 else in_letters(m.place)
    return f"Bisher bist du auf Platz {place}. {left}"


def room_have_played(m: kinds.RoomHavePlayed) -> str:
    if m.only_you:
        return "Bisher hast nur du gespielt."
    return f"{_who_have(m.count)} gespielt."


def _who_have(count: int) -> str:
    return f"{capital(_one(count))} {plural(count, 'hat', 'haben')}"


def room_on_board(m: kinds.RoomOnBoard) -> str:
    playing = (
        m.playing and f"{_people(m.playing)} {plural(len(m.playing), 'spielt', 'spielen')} gerade"
    )
    if m.count:
        now = f" {playing} darauf." * bool(playing)
        return f"{_who_have(m.count)} Brett {m.board} gespielt.{now}"
    return (
        f"{playing} Brett {m.board}." if playing else f"Brett {m.board} hat noch niemand gespielt."
    )


def room_won_by(m: kinds.RoomWonBy) -> str:
    if m.name is None:
        return f"Du hast mit {_lead(m.seconds)} Vorsprung gewonnen."
    return f"{plain(m.name)} gewann mit {_lead(m.seconds)} Vorsprung."


def room_only_winner(m: kinds.RoomOnlyWinner) -> str:
    if m.others:
        return f"Nur {_you(m.name)} {'hast' if m.name is None else 'hat'} gewonnen."
    return f"{_you_have(m.name)} gewonnen."


def room_same_time(m: kinds.RoomSameTime) -> str:
    have = "habt" if None in m.names else "haben"
    return f"{_people(m.names)} {have} gleichzeitig gewonnen."


room_nobody_won = "Niemand hat gewonnen."


def room_played_better(m: kinds.RoomPlayedBetter) -> str:
    return f"{_you_have(m.name)} {'besser' if m.better else 'am besten'} gespielt."


def room_won_and_best(m: kinds.RoomWonAndBest) -> str:
    return f"{_you_have(m.name)} gewonnen und am besten gespielt."


room_no_errors = "Niemand hat einen Fehler gemacht."


def room_guessed(m: kinds.RoomGuessed) -> str:
    each = {1: "Glück", 2: "beide Male Glück"}.get(m.count, "jedes Mal Glück")
    had = "hattest" if m.name is None else "hatte"
    return f"{_you_have(m.name)} {often(m.count)} geraten, obwohl Logik genügte, und {had} {each}."


def room_never_guessed(m: kinds.RoomNeverGuessed) -> str:
    return f"{_you_have(m.name)} nie geraten."


def room_today(m: kinds.RoomToday) -> str:
    if not m.played:
        return "Heute hat noch niemand gespielt."
    have = plural(m.played, "hat", "haben")
    if m.played == m.people:
        today = "Heute haben alle gespielt."
    else:
        today = f"{capital(_one(m.played))} von {in_letters(m.people)} {have} heute gespielt."
    if m.clean is None:
        return today
    if m.clean == m.played > 1:
        return f"{today} Niemand hat einen Fehler gemacht."
    if not m.clean:
        return today
    return (
        f"{today} {capital(_one(m.clean))} {plural(m.clean, 'hat', 'haben')} keinen Fehler gemacht."
    )
