// The door to the search: its engine and data are loaded when they are first needed, those of the
// reader's language before all others.
lawbase.ready(() => {
  const room = document.querySelector("[data-search-room]") ?? made();
  const dialog = room.localName === "dialog" ? room : null;
  const input = document.getElementById("search-input");
  const asked = new URLSearchParams(location.search);

  // The search of a page that has no room for it, in the words of the link that leads there.
  function made() {
    const { make } = lawbase;
    const door = document.querySelector(".seek");
    const hint = door.querySelector(".hint");
    const words = hint.previousSibling.textContent.trim();
    const box = {
      ...{ id: "search-input", name: "q", type: "search", autocomplete: "off", spellcheck: "false" },
      ...{ enterkeyhint: "search", placeholder: hint.textContent },
    };
    const label = make("label", { for: box.id, "data-t": "search" }, words);
    const input = make("input", { ...box, "data-in-placeholder": "search.hint" });
    const form = { class: "search-form", role: "search", action: door.href, method: "get" };
    const dialog = make(
      "dialog",
      { id: "search-dialog", class: "search", "aria-label": words, "data-in-aria-label": "search" },
      make("form", form, label, input),
      make("div", { id: "search-filters", class: "search-filters", hidden: "" }),
      make("p", { id: "search-status", class: "search-status", role: "status" }),
      make("div", { id: "search-results", class: "search-results" }),
    );
    document.body.append(dialog);
    return dialog;
  }

  // The engine and its data fit together, whatever version the page is of: they are named in one
  // list with their digests. A list from a cache, of a version that is gone, is asked for anew.
  const LIST = "assets/search.js";
  const needed = () => lawbase.searching.first[lawbase.page.interface.split("-")[0]];
  const load = () => loadFirst(LIST).catch(() => loadFirst(`${LIST}?${Date.now()}`));

  async function loadFirst(list) {
    await lawbase.load(list);
    await Promise.all([loadScript(lawbase.searching.engine), loadParts(needed())]);
  }

  function loadParts(names) {
    const { parts } = lawbase.searching;
    return Promise.all(names.filter((name) => name in parts).map((name) => loadScript(parts[name])));
  }

  function loadScript(path) {
    return lawbase.load(path, lawbase.searching.digests[path]);
  }

  // What a page shows only while nothing is asked.
  lawbase.showWithoutQuery = (shown) => {
    for (const element of document.querySelectorAll("[data-without-query]")) element.hidden = !shown;
    document.body.classList.toggle("asking", !shown);
  };

  async function attach() {
    if (input.value) {
      document.getElementById("search-status").textContent = lawbase.say("search.loading");
      lawbase.showWithoutQuery(false);
    }
    try {
      await load();
      const panel = await lawbase.search.attach(room, asked);
      extend(panel).catch(() => panel.fail());
    } catch {
      document.getElementById("search-status").textContent = lawbase.say("search.failed");
    }
  }

  // The texts in force, what is seldom said of situations in the reader's language, then all the rest.
  async function extend(panel) {
    const inForce = lawbase.parts.common.documents.editions.filter((row) => row[4]);
    await loadParts(inForce.map((row) => row[1]));
    panel.extend();
    await loadParts(needed().map((name) => `${name}-ways`));
    panel.extend();
    await loadParts(Object.keys(lawbase.searching.parts));
    panel.extend();
  }

  lawbase.openSearch = async () => {
    if (dialog && !dialog.open) {
      dialog.showModal();
      if (!history.state?.search) history.pushState({ search: true }, "");
    }
    input.focus();
    await attach();
  };

  for (const door of document.querySelectorAll("[data-search]")) {
    door.addEventListener("pointerenter", () => load().catch(() => undefined), { once: true });
    door.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      lawbase.openSearch();
    });
  }
  dialog?.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog?.addEventListener("close", () => {
    if (history.state?.search) history.back();
  });
  addEventListener("popstate", () => {
    if (dialog?.open && !history.state?.search) dialog.close();
  });
  input.value = asked.get("q") ?? "";
  if (dialog && asked.has("q")) {
    // The page itself lies below its search, so that closing it leads there.
    if (!history.state?.search) history.replaceState(null, "", location.pathname + location.hash);
    lawbase.openSearch();
  }
  if (!dialog) {
    input.addEventListener("focus", attach, { once: true });
    if (input.value) attach();
    const hovers = matchMedia("(hover: hover)").matches;
    if (!location.hash && hovers) input.focus({ preventScroll: true });
  }
});
