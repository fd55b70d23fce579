// What the page's JavaScript is checked against, besides the forms of the API, which are made from
// the server's description (tests/web/page_types.py): its elements and events, and what the
// websockets send.

type Words = typeof import("./static/words/en.js").default;
type Board = import("./static/board.js").Board;
type Icon = import("./static/dom.js").Icon;

/** A cell by its number, or by its name as the API gives it. */
type Cell = number | string;
type Mark = "clues" | "cells" | "safe" | "mines" | "region" | "conflict" | "known";
type Marks = { [kind in Mark]?: readonly Cell[] };
type MoveKind = Api.MoveForm["kind"];

/** What `h` puts into an element; what is nothing is left out. */
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

/** A sentence: words as they are, and cells, which have a place on the board. */
type Run = string | Api.CellRun;
type Runs = readonly Run[];
interface Said {
  words: string;
  runs: Runs;
}

/** An error that the reader is told of. */
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
  settings: CustomEvent<{ key: string }>;
  back: CustomEvent;
}

/** What the websocket of moves answers. */
type SocketAnswer = Api.ChangeForm & { problem?: undefined } | { problem: string; status: number };

/** As much of a service worker as worker.js uses; the libraries at hand are those of pages. */
interface LateEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LateEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface ServiceWorkerScope {
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", listener: (event: LateEvent) => void): void;
  addEventListener(kind: "fetch", listener: (event: RequestEvent) => void): void;
}

interface Array<T> {
  filter(isThere: BooleanConstructor): Exclude<T, null | undefined | false | "" | 0>[];
}
