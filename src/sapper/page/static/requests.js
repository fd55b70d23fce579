// Requests to the server.

import { lost } from "./connection.js";
import { language, words } from "./words.js";

// Sends a request, which is a POST if it has a body, and otherwise a GET. If the server refuses the
// request, its message is thrown as an Error.
/**
 * @template {string} Path
 * @overload
 * @param {Path} path
 * @returns {Promise<Api.Got<Path>>}
 */
/**
 * @template {string} Path
 * @overload
 * @param {Path} path
 * @param {Api.Body<Path> | Blob | null} body
 * @param {"POST"} [method]
 * @returns {Promise<Api.Posted<Path>>}
 */
/**
 * @template {string} Path
 * @overload
 * @param {Path} path
 * @param {null} body
 * @param {"DELETE"} method
 * @returns {Promise<Api.Deleted<Path>>}
 */
/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [method]
 * @returns {Promise<unknown>}
 */
export async function api(path, body, method) {
  /** @type {RequestInit} */
  const options = {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { "Accept-Language": language },
  };
  if (body instanceof Blob) options.body = body;
  else if (body !== undefined && body !== null) {
    options.body = JSON.stringify(body);
    options.headers = { ...options.headers, "Content-Type": "application/json" };
  }
  let response;
  try {
    response = await fetch(`/api${path}`, options);
  } catch {
    lost();
    throw Object.assign(new Error(words.noAnswer), { away: true });
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  if (answer.detail) throw refusal(answer.detail, response.status);
  throw refusal(words.failed, response.status);
}

/** @type {(text: string, status?: number) => Problem} */
export const refusal = (text, status) => Object.assign(new Error(sentence(text)), { status });

// Reads a file or pasted text. If it can't be read, throws an error that says why.
/** @param {Blob} file */
export async function read(file) {
  const noun = await api("/read", file);
  if (noun.problem) throw refusal(noun.problem);
  return noun;
}

/** @param {"measure" | "play" | "watch"} path */
export const socketTo = (path) =>
  new WebSocket(
    `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/${path}` +
      `?language=${language}`,
  );

/** @param {string} text */
export const sentence = (text) =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

/** @type {Promise<Api.AboutForm> | undefined} */
let aboutPromise;
export const about = () => (aboutPromise ??= api("/about").catch((problem) => {
  aboutPromise = undefined; // the next call asks again
  throw problem;
}));
