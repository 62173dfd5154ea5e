// Text in one script read in another: Serbian in Cyrillic, by a table that Python wrote.
lawbase.ready(() => {
  for (const script of lawbase.site.scripts) offer(script);

  function offer(script) {
    const root = document.documentElement;
    const whole = root.lang === script.from;
    const terms = ".definitions > div, .wordings dd, .uses > span";
    const texts = `.cell, .words, .heads span, .situation li > div, .station > div, ${terms}`;
    const passages = `main :is(${texts})[lang="${script.from}"]`;
    if (!whole && !document.querySelector(passages)) return;
    const hosts = [".siblings", ".chooser", ".opening", ".law-head"];
    const host = hosts.map((place) => document.querySelector(place)).find(Boolean);
    if (!host) return; // what couldn't be turned back isn't turned
    let on = false;
    const button = lawbase.button("", turn, { class: "script-switch" });
    host.append(button);
    label();
    if (lawbase.recall(`script.${script.to}`, false)) turn();

    function label() {
      button.textContent = on ? script.back : script.name;
      button.lang = on ? script.from : script.to;
    }

    async function turn() {
      await lawbase.load(script.table);
      on = !on;
      lawbase.remember(`script.${script.to}`, on);
      label();
      const again = `main [data-script="${script.from}"]`;
      const parts = whole ? "main, .outline" : `${passages}, ${again}`;
      for (const part of document.querySelectorAll(parts)) write(part);
      lawbase.converse = on ? (body) => body.lang === script.from && write(body) : undefined;
    }

    function write(part) {
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement.closest(".script-switch") || !mine(node.parentElement)) continue;
        if (on) {
          node.latin ??= node.data;
          node.data = lawbase.inScript(node.latin, lawbase.tables[script.to]);
        } else if (node.latin !== undefined) {
          node.data = node.latin;
          delete node.latin;
        }
      }
      if (whole && !on) part.removeAttribute("lang");
      else part.lang = on ? script.to : script.from;
      part.dataset.script = script.from;
    }

    // Text in a third language inside stays as it is.
    function mine(element) {
      const tag = element.closest("[lang]")?.lang;
      return tag === script.from || tag === script.to;
    }
  }

  // The same rules as lawbase.site.scripts, over the same table.
  lawbase.inScript = (text, table) =>
    text.replace(/[\p{L}\p{N}]+/gu, (token, at) => {
      if (isSign(token, table)) return token;
      if (token.length === 1 && !isWord(text, token, at, table)) return token;
      const lower = token.toLowerCase();
      const split = table.apart.find((root) => lower.startsWith(root))?.length ?? 0;
      const begins = [...token.slice(0, split)].map((letter) => unit(letter, table)).join("");
      return begins + token.slice(split).replace(pattern(table), (letters) => unit(letters, table));
    });

  function isSign(token, table) {
    return (
      /\p{N}/u.test(token) ||
      table.kept.includes(token.toLowerCase()) ||
      /^([IVX]{2,}|[ivx]{2,})$/.test(token) ||
      [...token].some((letter) => !(letter.toLowerCase() in table.letters))
    );
  }

  function isWord(text, letter, at, table) {
    if (!table.words.includes(letter.toLowerCase())) return !/[a-zA-Z]/.test(letter);
    if (letter === letter.toLowerCase()) return text[at - 1] !== "(" && text[at + 1] !== ")";
    const before = text.slice(0, at).trimEnd();
    const begins = !before || ".:!?„“”\"'–".includes(before.at(-1));
    return begins && text[at + 1] === " " && /\p{Ll}/u.test(text[at + 2] ?? "");
  }

  function unit(letters, table) {
    const found = table.letters[letters.toLowerCase()];
    return letters[0] === letters[0].toLowerCase() ? found : found.toUpperCase();
  }

  function pattern(table) {
    table.pattern ??= new RegExp(
      Object.keys(table.letters).sort((a, b) => b.length - a.length).join("|"),
      "gi",
    );
    return table.pattern;
  }
});
