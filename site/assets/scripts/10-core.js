// What all scripts share: places, storage, texts of provisions, small pieces of page.
"use strict";

const lawbase = {
  page: document.documentElement.dataset,
  root: new URL(document.documentElement.dataset.root, document.baseURI).href,
  words: {},
  site: { editions: {}, scripts: [] },

  say(key, values = {}) {
    const text = this.words[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (gap, name) => values[name] ?? gap);
  },

  // The folder of the page that a link leads to, from the root, and the anchor there.
  placeOf(href) {
    const url = new URL(href, location.href);
    const address = url.href.split(/[?#]/)[0];
    if (!address.startsWith(this.root)) return null;
    const page = address.slice(this.root.length).replace(/index\.html$/, "");
    return { page, anchor: decodeURIComponent(url.hash.slice(1)) };
  },

  linkTo(page, anchor = "") {
    return `${this.root}${page}index.html${anchor ? `#${anchor}` : ""}`;
  },

  recall(name, otherwise = null) {
    try {
      return JSON.parse(localStorage.getItem(`lawbase.${name}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },

  remember(name, value) {
    try {
      localStorage.setItem(`lawbase.${name}`, JSON.stringify(value));
    } catch {
      // Storage is refused; the page works without memory.
    }
  },

  // Loads a script of the site once. A script works from a folder on disk too, a fetch doesn't.
  // What a host gives is refused when it isn't the content that a digest tells; with another digest
  // it is asked for again, even while the refusal is still to come.
  load(path, digest = "") {
    this.loading ??= new Map();
    const key = `${path} ${digest}`;
    if (!this.loading.has(key)) {
      const loaded = new Promise((resolve, reject) => {
        const script = document.createElement("script");
        if (location.protocol.startsWith("http")) script.integrity = digest;
        script.src = this.root + path;
        script.onload = resolve;
        script.onerror = () => {
          this.loading.delete(key);
          reject(new Error(path));
        };
        document.head.append(script);
      });
      this.loading.set(key, loaded);
    }
    return this.loading.get(key);
  },

  // The texts of a page's provisions by anchor; the script that holds them calls `receive`.
  async texts(page) {
    this.received ??= new Map();
    if (!this.received.has(page)) await this.load(`texts/${page.replace(/\/$/, "")}.js`);
    return this.received.get(page);
  },

  receive(page, texts) {
    this.received.set(page, texts);
  },

  // Whether a page's provisions have texts to preview: a law or the definitions of an edition.
  hasTexts(page) {
    const [edition, part, rest] = page.split("/");
    return edition in this.site.editions && /^(\d+|definitions)$/.test(part) && rest === "";
  },

  editionOf(page) {
    return this.site.editions[page.split("/")[0]];
  },

  // The tag of a language as its texts are printed.
  tagOf(language) {
    return this.site.interfaces[language]?.html ?? language;
  },

  // How text under one tag is written for who reads another; undefined where it stays as it is.
  scriptFor(tag, reader) {
    return this.site.scripts.find(({ from, to }) => from === tag && to === reader);
  },

  make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const name in attributes) {
      const value = attributes[name];
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== null && value !== false) element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  },

  button(words, onclick, attributes = {}) {
    return this.make("button", { type: "button", onclick, ...attributes }, words);
  },

  // Shows a dialog, which is gone when it is closed.
  showDialog(attributes, ...children) {
    const dialog = this.make("dialog", { class: "help", ...attributes }, ...children);
    document.body.append(dialog);
    dialog.addEventListener("close", () => dialog.remove());
    dialog.showModal();
  },

  // Headings from the outside in; those in capitals become small ones.
  headings(texts, write = String) {
    return texts.filter(Boolean).flatMap((text, n) => {
      const capitals = text === text.toUpperCase();
      const heading = this.make("span", { class: capitals && "caps" }, write(text));
      return n ? [" › ", heading] : [heading];
    });
  },

  // A provision's words from its texts, with everything below it, as an element.
  quoted(page, anchor, texts) {
    const found = texts[anchor || Object.keys(texts)[0]];
    const body = this.make("div", { lang: this.editionOf(page).html });
    for (const text of Object.values(texts)) {
      const below = text.k.startsWith(`${found.k}.`) && !text.k.includes("#");
      if (text !== found && !below) continue;
      const words = this.make("div", { class: "words" });
      words.innerHTML = text.t.replaceAll('"~/', `"${this.root}`);
      const depth = Math.max(0, text.d - found.d - 1);
      const line = { class: `quoted depth-${depth}` };
      body.append(this.make("div", line, this.make("span", {}, text.l), words));
      if (text.f) body.append(this.caution(text.f));
    }
    this.converse?.(body);
    return body;
  },

  // What warns of a provision's words, in the reader's language.
  caution(said) {
    const ui = this.page.interface;
    const caution = this.make("p", { class: "caution", lang: this.site.interfaces[ui].html });
    caution.innerHTML = said[ui].replaceAll('"~/', `"${this.root}`);
    return caution;
  },

  toast(text) {
    document.querySelector(".toast")?.remove();
    const toast = this.make("p", { class: "toast", role: "status" }, text);
    document.body.append(toast);
    setTimeout(() => toast.remove(), 2600);
  },

  ready(start) {
    document.addEventListener("DOMContentLoaded", start);
  },
};

// A page that was asked for by its file shows the shorter address that people cite.
if (location.protocol.startsWith("http") && location.pathname.endsWith("/index.html")) {
  const address = location.pathname.replace(/index\.html$/, "") + location.search + location.hash;
  history.replaceState(history.state, "", address);
}

// A place named as people write it, #27B1b, leads to the paragraph 27.B.1.b.
lawbase.ready(() => {
  const plain = (text) => text.replace(/[^\p{L}\p{N}-]/gu, "").toLowerCase();
  const find = () => {
    const wanted = decodeURIComponent(location.hash.slice(1));
    const there = document.getElementById(wanted);
    const folded = there?.closest("details:not([open])");
    if (folded) {
      folded.open = true;
      there.scrollIntoView();
    }
    if (!wanted || there) return;
    const found = [...document.querySelectorAll("main [id]")].find(({ id }) => plain(id) === plain(wanted));
    if (found) location.replace(`#${found.id}`);
  };
  addEventListener("hashchange", find);
  find();
});
