import { equal } from "./page.js";

let loaded = 0;
const load = async () => (await import(`page/settings.js?${++loaded}`)).settings;
/** @param {string} text */
const keep = (text) => localStorage.setItem("sapper.settings", text);
const kept = () => JSON.parse(localStorage.getItem("sapper.settings") ?? "null");

/** Tells the module that was loaded last what has changed in another tab. @type {any} */
let elsewhere;
Object.assign(globalThis, {
  addEventListener: (/** @type {string} */ kind, /** @type {unknown} */ listener) => {
    equal(kind, "storage");
    elsewhere = listener;
  },
});

/** @type {{ key: string, elsewhere: boolean }[]} */
let heard;
document.addEventListener("settings", ({ detail }) => heard.push(detail));
Deno.test.beforeEach(() => void (heard = []));

Deno.test("settings of the wrong type are the defaults, and unknown ones are dropped", async () => {
  keep('{"look": 7, "press": 800, "names": null, "sound": true, "a": 1, "toString": "x"}');
  const settings = await load();
  const { look, press, names, sound } = settings;
  equal([look, press, names, sound], ["auto", 800, true, true]);
  equal(["a", "toString"].map((key) => Object.hasOwn(settings, key)), [false, false]);
});

Deno.test("a change is kept with all other settings, and views hear which one it was", async () => {
  const settings = await load();
  settings.names = false;
  settings.press = 200;
  equal(heard, [{ key: "names", elsewhere: false }, { key: "press", elsewhere: false }]);
  const { names, press, look } = kept();
  equal([names, press, look], [false, 200, "auto"]);
});

Deno.test("a change in another tab is taken over, and views hear of what is new", async () => {
  const settings = await load();
  settings.press = 200;
  heard = [];
  keep('{"press": 200, "look": "dark"}');
  elsewhere({ key: "sapper.other" });
  equal([settings.look, heard], ["auto", []]);
  elsewhere({ key: "sapper.settings" });
  equal([settings.look, settings.press], ["dark", 200]);
  equal(heard, [{ key: "look", elsewhere: true }]);
});
