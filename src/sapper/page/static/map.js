// A small map of a board that is larger than the window. The map is in the bar at the top, where it
// covers no cell (views.css). Call `leave` when the view closes.

import { h } from "./dom.js";

const SIZE = [56, 38]; // px, at most

/** @param {Board} board @param {HTMLElement} room */
export function mapOf(board, room) {
  const picture = h("canvas");
  const frame = h("i");
  const map = h("div", { class: "map", "aria-hidden": "true", hidden: true }, picture, frame);
  let late = 0;

  const draw = () => {
    late = 0;
    const { width, height, turned } = board;
    [picture.width, picture.height] = turned ? [height, width] : [width, height];
    const scale = Math.min(SIZE[0] / picture.width, SIZE[1] / picture.height);
    map.style.width = `${picture.width * scale}px`;
    map.style.height = `${picture.height * scale}px`;
    const pen = /** @type {CanvasRenderingContext2D} */ (picture.getContext("2d"));
    pen.fillStyle = getComputedStyle(picture).color;
    for (let cell = 0; cell < width * height; cell++) {
      if (!".F+".includes(board.symbol(cell))) continue;
      const [column, row] = [cell % width, Math.floor(cell / width)];
      pen.fillRect(turned ? row : column, turned ? column : row, 1, 1);
    }
    place();
  };

  const place = () => {
    const across = room.scrollWidth - room.clientWidth;
    const down = room.scrollHeight - room.clientHeight;
    map.hidden = !(across > 4 || down > 4);
    if (map.hidden) return;
    /** @param {number} part @param {number} whole */
    const share = (part, whole) => `${(100 * part) / whole}%`;
    Object.assign(frame.style, {
      left: share(room.scrollLeft, room.scrollWidth),
      width: share(room.clientWidth, room.scrollWidth),
      top: share(room.scrollTop, room.scrollHeight),
      height: share(room.clientHeight, room.scrollHeight),
    });
  };

  /** @param {PointerEvent} event */
  const go = (event) => {
    const box = map.getBoundingClientRect();
    room.scrollTo({
      left: ((event.clientX - box.left) / box.width) * room.scrollWidth - room.clientWidth / 2,
      top: ((event.clientY - box.top) / box.height) * room.scrollHeight - room.clientHeight / 2,
    });
  };
  map.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    map.setPointerCapture(event.pointerId);
    go(event);
  });
  map.addEventListener("pointermove", (event) => event.buttons && go(event));
  room.addEventListener("scroll", place, { passive: true });
  new ResizeObserver(place).observe(room);
  new ResizeObserver(place).observe(board);
  const later = () => (late ||= setTimeout(draw, 50));
  board.addEventListener("drawn", later);
  // The colours depend on the look, which the user or the system may change.
  const looks = new MutationObserver(later);
  looks.observe(document.documentElement, { attributeFilter: ["data-look"] });
  return Object.assign(map, { leave: () => looks.disconnect() });
}
