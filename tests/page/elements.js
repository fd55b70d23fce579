// A document without layout, styles and input: elements with attributes, text, children and events.
// The page's modules make their elements in it when they are tested without a browser.

export class FakeNode {
  /** @type {FakeElement | null} */ parentElement = null;
  /** @type {Map<string, Map<(event: any) => unknown, boolean>>} */ #listeners = new Map();

  /** @param {string} kind @param {(event: any) => unknown} listener */
  addEventListener(kind, listener, { once = false } = {}) {
    if (!this.#listeners.has(kind)) this.#listeners.set(kind, new Map());
    this.#listeners.get(kind)?.set(listener, once);
  }

  /** @param {string} kind @param {(event: any) => unknown} listener */
  removeEventListener(kind, listener) {
    this.#listeners.get(kind)?.delete(listener);
  }

  /** @param {Event} event */
  dispatchEvent(event) {
    Object.defineProperty(event, "target", { value: this });
    /** @type {FakeNode[]} */
    const path = [this];
    while (event.bubbles && path.at(-1)?.parentElement) {
      path.push(/** @type {FakeElement} */ (path.at(-1)?.parentElement));
    }
    if (event.bubbles && this.isConnected) path.push(fakeDocument, fakeWindow);
    for (const node of path) {
      for (const [listener, once] of [...node.#listeners.get(event.type) ?? []]) {
        if (once) node.removeEventListener(event.type, listener);
        listener.call(node, event);
      }
    }
    return !event.defaultPrevented;
  }

  /** @returns {boolean} */
  get isConnected() {
    /** @type {FakeNode | null} */
    let at = this;
    while (at?.parentElement) at = at.parentElement;
    return at === root;
  }

  remove() {
    const { parentElement: parent, isConnected } = this;
    if (!parent) return;
    parent.childNodes.splice(parent.childNodes.indexOf(this), 1);
    this.parentElement = null;
    if (isConnected) told(this, "disconnectedCallback");
  }

  /** @returns {string} */
  get textContent() {
    return "";
  }
}

export class FakeText extends FakeNode {
  /** @param {string} text */
  constructor(text) {
    super();
    this.text = text;
  }

  /** @override */
  get textContent() {
    return this.text;
  }
}

// Tells custom elements that they are on the page now, or that they are not any more.
/** @param {any} node @param {"connectedCallback" | "disconnectedCallback"} callback */
function told(node, callback) {
  node[callback]?.();
  for (const child of node.childNodes ?? []) told(child, callback);
}

export class FakeElement extends FakeNode {
  tagName = "";
  /** @type {FakeNode[]} */ childNodes = [];
  /** @type {Map<string, string>} */ attributes = new Map();
  /** @type {any} */ value = "";
  /** @type {Map<string, string>} */ #styles = new Map();

  style = {
    /** @param {string} name @param {string} value */
    setProperty: (name, value) => void this.#styles.set(name, value),
    /** @param {string} name */
    removeProperty: (name) => void this.#styles.delete(name),
    /** @param {string} name */
    getPropertyValue: (name) => this.#styles.get(name) ?? "",
  };

  get className() {
    return this.attributes.get("class") ?? "";
  }

  set className(names) {
    this.setAttribute("class", names);
  }

  classList = {
    /** @param {string} name */
    contains: (name) => this.className.split(" ").includes(name),
    /** @param {string} name */
    add: (name) => this.classList.toggle(name, true),
    /** @param {string} name */
    remove: (name) => this.classList.toggle(name, false),
    /** @param {string} name @param {boolean} on @returns {void} */
    toggle: (name, on) => {
      const names = this.className.split(" ").filter((one) => one && one !== name);
      this.className = [...names, ...on ? [name] : []].join(" ");
    },
  };

  dataset = new Proxy(/** @type {Record<string, string | undefined>} */ ({}), {
    get: (_, name) => this.attributes.get(`data-${String(name)}`),
    set: (_, name, value) => this.attributes.set(`data-${String(name)}`, String(value)) && true,
    deleteProperty: (_, name) => this.attributes.delete(`data-${String(name)}`) || true,
  });

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  /** @param {string} name */
  hasAttribute(name) {
    return this.attributes.has(name);
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.attributes.delete(name);
  }

  /** @param {...(FakeNode | string)} nodes */
  append(...nodes) {
    for (const node of nodes) {
      const child = node instanceof FakeNode ? node : new FakeText(String(node));
      child.remove();
      child.parentElement = this;
      this.childNodes.push(child);
      if (this.isConnected) told(child, "connectedCallback");
    }
  }

  /** @param {...(FakeNode | string)} nodes */
  prepend(...nodes) {
    this.replaceChildren(...nodes, ...this.childNodes);
  }

  /** @param {FakeNode} node */
  before(node) {
    node.remove();
    const parent = this.parentElement;
    parent?.childNodes.splice(parent.childNodes.indexOf(this), 0, node);
    node.parentElement = parent;
  }

  /** @param {...(FakeNode | string)} nodes */
  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) node.remove();
    this.append(...nodes);
  }

  get children() {
    return /** @type {FakeElement[]} */ (this.childNodes.filter((one) =>
      one instanceof FakeElement
    ));
  }

  /** @override */
  get textContent() {
    return this.childNodes.map((one) => one.textContent).join("");
  }

  /** @override */
  set textContent(text) {
    this.replaceChildren(...text ? [text] : []);
  }

  /** @returns {FakeElement[]} */
  get descendants() {
    return this.children.flatMap((one) => [one, ...one.descendants]);
  }

  // The fields of a form.
  get elements() {
    return this.querySelectorAll("input, select, textarea, button");
  }

  // A selector is a list of tags, #ids, .classes, [attributes] and :not(...), with spaces for
  // descendants.
  /** @param {string} selector @returns {boolean} */
  matches(selector) {
    return selector.split(", ").some((one) => {
      const parts = one.split(" ");
      const last = parts.pop() ?? "";
      if (!fits(this, last)) return false;
      /** @type {FakeElement | null} */
      let at = this.parentElement;
      for (const part of parts.reverse()) {
        while (at && !fits(at, part)) at = at.parentElement;
        if (!at) return false;
        at = at.parentElement;
      }
      return true;
    });
  }

  /** @param {string} selector */
  querySelectorAll(selector) {
    return this.descendants.filter((one) => one.matches(selector));
  }

  /** @param {string} selector */
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  /** @param {string} selector @returns {FakeElement | null} */
  closest(selector) {
    return this.matches(selector) ? this : this.parentElement?.closest(selector) ?? null;
  }

  /** @param {FakeNode | null} node */
  contains(node) {
    return node === this || this.descendants.includes(/** @type {any} */ (node));
  }

  click() {
    this.dispatchEvent(Object.assign(new Event("click", { bubbles: true }), { detail: 1 }));
  }

  focus() {
    fakeDocument.activeElement = this;
    this.dispatchEvent(new Event("focus"));
  }

  // There is no layout.
  scrollIntoView() {}
  getBoundingClientRect() {
    return { left: 0, top: 0, width: 0, height: 0 };
  }
}

/** @type {(element: FakeElement, selector: string) => boolean} */
function fits(element, selector) {
  const parts = selector.match(/^[\w-]+|\.[\w-]+|#[\w-]+|\[[^\]]+\]|:not\([^)]+\)/g) ?? [];
  if (parts.join("") !== selector) throw new Error(`the fake page knows no ${selector}`);
  return parts.every((part) => {
    if (part[0] === ".") return element.classList.contains(part.slice(1));
    if (part[0] === "#") return element.getAttribute("id") === part.slice(1);
    if (part[0] === ":") return !fits(element, part.slice(5, -1));
    if (part[0] !== "[") return element.tagName === part;
    const [name, value] = part.slice(1, -1).split("=");
    const found = element.getAttribute(name);
    return value === undefined ? found !== null : found === value.replace(/^['"]|['"]$/g, "");
  });
}

// Properties that are attributes, too.
const SAME = {
  className: "class",
  id: "id",
  title: "title",
  tabIndex: "tabindex",
  ariaLabel: "aria-label",
};
for (const [property, name] of Object.entries(SAME)) {
  Object.defineProperty(FakeElement.prototype, property, {
    get() {
      return this.getAttribute(name) ?? "";
    },
    set(value) {
      this.setAttribute(name, value);
    },
  });
}
for (const name of ["hidden", "disabled", "open"]) {
  Object.defineProperty(FakeElement.prototype, name, {
    get() {
      return this.hasAttribute(name);
    },
    set(on) {
      if (on) this.setAttribute(name, "");
      else this.removeAttribute(name);
    },
  });
}

/** @type {Map<string, new () => FakeElement>} */
export const kinds = new Map();
/** @param {string} tag */
const made = (tag) => Object.assign(new (kinds.get(tag) ?? FakeElement)(), { tagName: tag });
const [root, head, body] = ["html", "head", "body"].map(made);

export const fakeWindow = new FakeNode();
export const fakeDocument = Object.assign(new FakeNode(), {
  title: "",
  documentElement: root,
  head,
  body,
  activeElement: body,
  createElement: made,
  /** @param {string} _ @param {string} tag */
  createElementNS: (_, tag) => made(tag),
  /** @param {string} id */
  getElementById: (id) => root.querySelector(`#${id}`),
  /** @param {string} selector */
  querySelector: (selector) => root.querySelector(selector),
});
root.append(head, body);
