// Das Labor, auf Deutsch.

import { region } from "../region.js";
import { count, percent } from "./de.js";

/** @type {typeof import("./lab_en.js").default} */
const words = {
  title: "Welcher Agent spielt besser?",
  lead: "Agenten spielen dieselben Bretter, eine Partie nach der anderen. Sieh zu, wie sich die " +
    "Ergebnisse einpendeln und wie sicher sie sind.",
  games: "Partien",
  start: "Messen",
  stop: "Anhalten",
  starting: "Es geht los…",
  progress: "Gespielte Partien",
  played: (games, asked) =>
    `${games.toLocaleString(region("de"))} von ${count(asked, "Partie", "Partien")}`,
  stopped: (games) => `Angehalten nach ${count(games, "Partie", "Partien")}.`,
  result: "Ergebnis",
  table: "Gewinnquoten und Zeiten",
  columns: [
    "Agent",
    "Gewonnen",
    "Verloren",
    "Festgesteckt",
    "Geraten pro Partie",
    "Zeit pro Partie",
  ],
  share: (name, share, level, low, high) =>
    `${level}: ${name} gewinnt ${share} der Partien (95-%-Intervall: ${low} bis ${high}).`,
  shareLabel: (name, share, low, high) => `${name} gewinnt ${share}, zwischen ${low} und ${high}`,
  between: (low, high) => `${low} bis ${high}`,
  times: (factor) => `${factor}-mal so schnell`,
  better: (better, other, level) => `${level}: ${better} ist besser als ${other}.`,
  undecided: (a, b, level) => `${level}: ${a} oder ${b}? Noch nicht entschieden.`,
  notSettled: (a, b, level, games) =>
    `${level}: ${
      count(games, "Partie reicht", "Partien reichen")
    } nicht, um ${a} und ${b} zu unterscheiden.`,
  points: (more, less, value, low, high) =>
    `${more} gewinnt ${value} Prozentpunkte mehr als ${less} (${low} bis ${high}).`,
  asPlayed: "Wie gespielt",
  onlyOne: (a, onlyA, b, onlyB) =>
    `Bretter, die nur einer gewonnen hat: ${a} ${onlyA}, ${b} ${onlyB}.`,
  withoutLuck: "Ohne Glück",
  tooFew: "Ihre Ergebnisse unterscheiden sich auf zu wenigen Brettern, um das Glück " +
    "herauszurechnen.",
  fewer: (factor) =>
    "Ohne das Glück herauszurechnen, wären für dieselbe Genauigkeit " +
    `${factor}-mal so viele Partien nötig.`,
  intervals: "Intervalle",
  fixed: `Intervalle zu ${percent(95)}, gültig für eine feste Zahl von Partien.`,
  anyMoment: `Intervalle zu ${percent(95)}, gültig, wann immer du anhältst.`,
  wrong: (name, games) =>
    `${name} hat in ${count(games, "Partie", "Partien")} etwas Falsches behauptet.`,
  crashed: (name, games, failure) =>
    `${name} ist in ${count(games, "Partie", "Partien")} gescheitert: ${failure}.`,
  onlyWins: (winner, loser) => `${winner} gewinnt, ${loser} nicht`,
  same: "Auf der Kommandozeile:",
  api: "Die API hinter dieser Seite",
  reports: "Berichte von Studien",
  noReports:
    "Noch gibt es keine Berichte. Der Server sucht sie im Ordner „results“ des Verzeichnisses, " +
    "in dem er gestartet wurde. Eine Studie vergleicht mehrere Agenten und Stufen. So geht es:",
  reportSize: (players, levels, games) =>
    `${count(players, "Spieler", "Spieler")}, ${count(levels, "Stufe", "Stufen")}, je ${
      count(games, "Partie", "Partien")
    }`,
  reportOf: (name) => `Bericht: ${name}`,
  back: "Zurück zum Labor",
  alone: "In einem neuen Tab öffnen",
};

export default words;
