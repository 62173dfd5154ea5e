// Keys for those who like them, a list of them, and a way to turn them off.
lawbase.ready(() => {
  const list = [
    ["/", "search"],
    ["j", "next"],
    ["k", "previous"],
    ["← →", "pages"],
    ["l", "language"],
    ["d", "compare"],
    ["p", "preview"],
    ["n", "notes"],
    ["c", "copy"],
    ["?", "help"],
  ];
  const tools = document.querySelector("[data-tools]");
  tools.hidden = false;
  tools.querySelector("[data-keys]").addEventListener("click", help);

  let current = null;
  const stops = () => [
    ...document.querySelectorAll(
      "main .prov[id]:not(.root), main .row[id], main .change-row[id], main .situation[id], main .strand[id]",
    ),
  ].filter((stop) => stop.checkVisibility());

  function here() {
    const inside = document.activeElement?.closest("main .prov[id]");
    return inside ?? current ?? document.querySelector("main .prov[id]:target") ?? stops()[0];
  }

  function move(step) {
    const all = stops();
    const at = all.indexOf(current ?? document.querySelector("main :target"));
    const next = all[Math.max(0, Math.min(all.length - 1, at + step))];
    if (!next) return;
    current?.classList.remove("current");
    current = next;
    current.classList.add("current");
    const focus = next.querySelector(".label, .place, a");
    focus?.focus({ preventScroll: true });
    next.scrollIntoView({ block: "center" });
  }

  async function language() {
    const provision = here();
    if (!provision) return;
    const twins = await lawbase.twinsOf(provision);
    if (!twins.length) return lawbase.toast(lawbase.say("nowhere"));
    const names = twins.map(({ page, anchor }) => `${page}#${anchor}`);
    const shown = provision.querySelector(":scope > .line > .revealed");
    const at = shown ? names.indexOf(shown.dataset.twin) : -1;
    if (shown) await lawbase.reveal(provision, twins[at]);
    if (at + 1 < twins.length) await lawbase.reveal(provision, twins[at + 1]);
  }

  const acts = {
    "/": () => lawbase.openSearch(),
    j: () => move(1),
    k: () => move(-1),
    ArrowLeft: () => document.querySelector("a[rel=prev]")?.click(),
    ArrowRight: () => document.querySelector("a[rel=next]")?.click(),
    l: language,
    p: () => lawbase.preview(),
    d: () => document.querySelector(".changed a, .bar [data-compared]")?.click(),
    n: () => {
      const summary = here()?.querySelector(":scope > .line > .notes > summary");
      if (!summary) return lawbase.toast(lawbase.say("keys.notes.none"));
      summary.parentElement.open = true;
      summary.focus();
    },
    c: () => {
      const label = here()?.querySelector("[data-cite]");
      if (label) lawbase.copyCitation(label);
    },
    "?": help,
  };

  // Tab walks the words of the law: what has a key of its own is passed while there are keys.
  function pass() {
    for (const each of document.querySelectorAll("main :is([data-cite], .line > .notes > summary)")) {
      if (lawbase.recall("keys", true)) each.tabIndex = -1;
      else each.removeAttribute("tabindex");
    }
  }
  pass();

  document.addEventListener("keydown", (event) => {
    // A dialog that was just closed keeps the focus for a moment: nobody types in what is gone.
    const typing =
      event.target.checkVisibility() &&
      event.target.closest("input, textarea, select, dialog, [contenteditable]");
    const reserved = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
    const scrolls = event.target.closest(".table, .outline");
    if (typing || reserved || (scrolls && event.key.startsWith("Arrow"))) return;
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : null;
    if (!act || !lawbase.recall("keys", true)) return;
    event.preventDefault();
    act();
  });

  function help() {
    document.querySelector("dialog.help")?.remove();
    const lines = lawbase.make("dl");
    for (const [keys, name] of list) {
      const marks = keys.split(" ").flatMap((key) => [lawbase.make("kbd", {}, key), " "]);
      lines.append(lawbase.make("dt", {}, ...marks), lawbase.make("dd", {}, lawbase.say(`keys.${name}`)));
    }
    const on = lawbase.make("input", { type: "checkbox", id: "keys-on" });
    on.checked = lawbase.recall("keys", true);
    on.addEventListener("change", () => {
      lawbase.remember("keys", on.checked);
      pass();
    });
    lawbase.showDialog(
      { "aria-labelledby": "keys-title" },
      lawbase.make("h2", { id: "keys-title" }, lawbase.say("keys.title")),
      lines,
      lawbase.make(
        "form",
        { method: "dialog" },
        lawbase.make("label", {}, on, lawbase.say("keys.on")),
        lawbase.make("button", {}, lawbase.say("close")),
      ),
    );
  }
});
