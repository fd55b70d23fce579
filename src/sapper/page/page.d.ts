// Types for checking the page's JavaScript: its elements and events, and the websocket messages.
// tests/web/page_types.py makes the types of the API from the server's description.

type Words = typeof import("./static/words/en.js").default;
type Board = import("./static/board.js").Board;
type Icon = import("./static/dom.js").Icon;

/** A cell by its number, or by its name as in the API. */
type Cell = number | string;
type Mark = "clues" | "cells" | "safe" | "mines" | "region" | "conflict" | "known" | "free";
type Marks = { [kind in Mark]?: readonly Cell[] };
type MoveKind = Api.MoveForm["kind"];

/** A child for `h`. Empty ones are left out. */
type Part = Node | string | number | boolean | null | undefined;
type Child = Part | readonly (Part | readonly Part[])[];
type Attribute = string | number | boolean | null | undefined;
interface Props {
  onclick?: (event: MouseEvent) => unknown;
  onmouseenter?: (event: MouseEvent) => unknown;
  onmouseleave?: (event: MouseEvent) => unknown;
  onkeydown?: (event: KeyboardEvent) => unknown;
  onsubmit?: (event: SubmitEvent) => unknown;
  onchange?: (event: Event) => unknown;
  oninput?: (event: Event) => unknown;
  [name: string]: Attribute | ((event: never) => unknown);
}

/** A sentence as words and cells. */
type Run = string | Api.CellRun;
type Runs = readonly Run[];
interface Said {
  words: string;
  runs: Runs;
}

/** An error that is shown to the reader. */
interface Problem extends Error {
  status?: number;
  away?: boolean; // the server does not answer
  doubtful?: boolean; // a move that may have been made
}

interface HTMLElementTagNameMap {
  "sapper-board": Board;
}
interface HTMLElementEventMap {
  act: CustomEvent<{ kind: MoveKind; cell: number }>;
  point: CustomEvent<{ cell: number | null }>;
  done: CustomEvent;
  drawn: Event;
}
interface DocumentEventMap {
  settings: CustomEvent<{ key: string; elsewhere: boolean }>;
  back: CustomEvent;
}

/** An answer on the websocket for moves. */
type SocketAnswer = Api.ChangeForm & { problem?: undefined } | { problem: string; status: number };

/** The parts of a service worker that worker.js uses. TypeScript's library for pages lacks them. */
interface LateEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LateEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface ServiceWorkerScope {
  importScripts(address: string): void;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", listener: (event: LateEvent) => void): void;
  addEventListener(kind: "fetch", listener: (event: RequestEvent) => void): void;
}

/** The page's files (files.js, which the server makes). */
declare const FILES: { version: string; names: string[]; needs: Record<string, string[]> };

interface Array<T> {
  filter(isThere: BooleanConstructor): Exclude<T, null | undefined | false | "" | 0>[];
}
