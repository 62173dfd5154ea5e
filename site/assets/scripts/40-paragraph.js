// One paragraph, close: its permalink, its citation, and the same in another language.
lawbase.ready(() => {
  let menu = null;

  const provisionOf = (element) => element.closest(".prov[id], .entry[id], .law");
  const anchorOf = (provision) => provision.id ?? "";
  const lineOf = (provision) => provision.querySelector(":scope > .line, :scope > .root > .line") ?? provision;

  async function textOf(provision) {
    const texts = await lawbase.texts(lawbase.page.path);
    return texts[anchorOf(provision)] ?? null;
  }

  lawbase.twinsOf = async (provision) => {
    const text = await textOf(provision).catch(() => null);
    return (text?.w ?? []).map(([page, anchor]) => ({ page, anchor }));
  };

  // A superseded text leads to the paragraph at hand where it stands in force.
  async function lead() {
    const link = document.querySelector("[data-current]");
    const anchor = decodeURIComponent(location.hash.slice(1));
    if (!link || !lawbase.hasTexts(lawbase.page.path)) return;
    link.whole ??= { href: link.href, words: link.textContent };
    const texts = anchor ? await lawbase.texts(lawbase.page.path).catch(() => null) : null;
    const twins = (texts?.[anchor]?.w ?? []).filter(([page]) => lawbase.editionOf(page).current);
    const own = document.documentElement.lang.split("-")[0];
    const [found] = twins.toSorted(([a], [b]) => b.startsWith(own) - a.startsWith(own));
    const there = found && (await lawbase.texts(found[0]).catch(() => null))?.[found[1]];
    link.href = there ? lawbase.linkTo(...found) : link.whole.href;
    link.textContent = there ? `${lawbase.editionOf(found[0]).mark} ${there.s}` : link.whole.words;
  }
  addEventListener("hashchange", lead);
  lead();

  lawbase.copyCitation = async (label) => {
    const text = label.title;
    await navigator.clipboard?.writeText(text).catch(() => undefined);
    lawbase.toast(lawbase.say("copied", { text }));
  };

  // The paragraph with everything below it, its citation, and its address.
  async function copyText(label, provision) {
    const parts = [...provision.querySelectorAll(":scope > .line > .words, .prov > .line > .words")];
    const words = parts.map((part) => {
      const copy = part.cloneNode(true);
      for (const mark of copy.querySelectorAll("sup.mark, .preview, .revealed")) mark.remove();
      const own = part.closest(".prov")?.querySelector(":scope > .line > .label");
      return `${own && own !== label ? `${own.textContent} ` : ""}${copy.textContent.trim()}`;
    });
    const text = [label.title, ...words, label.href].filter(Boolean).join("\n");
    await navigator.clipboard?.writeText(text).catch(() => undefined);
    lawbase.toast(lawbase.say("copied", { text: label.title }));
  }

  // Shows a twin below the paragraph, or takes it away when it is there.
  lawbase.reveal = async (provision, { page, anchor }) => {
    const line = lineOf(provision);
    const shown = line.querySelector(`.revealed[data-twin="${page}#${anchor}"]`);
    if (shown) return shown.remove();
    const texts = await lawbase.texts(page).catch(() => null);
    const found = texts?.[anchor || Object.keys(texts)[0]];
    if (!found) return lawbase.toast(lawbase.say("failed"));
    const title = lawbase.make("a", { href: lawbase.linkTo(page, anchor) }, found.c);
    const headings = lawbase.headings(anchor ? found.h.slice(1) : found.h);
    const top = lawbase.make("p", { lang: lawbase.editionOf(page).html }, title, " ", ...headings);
    const box = lawbase.make("div", { class: "revealed", "data-twin": `${page}#${anchor}` }, top);
    box.append(lawbase.quoted(page, anchor, texts));
    line.append(box);
  };

  function close() {
    menu?.label.setAttribute("aria-expanded", "false");
    menu?.box.remove();
    menu = null;
  }

  async function open(label) {
    const again = menu?.label === label;
    close();
    if (again) return;
    const provision = provisionOf(label);
    const key = anchorOf(provision) || lawbase.page.path.split("/")[1];
    const box = lawbase.make("div", { class: "actions", role: "group", "aria-label": label.title });
    box.append(
      lawbase.make("a", { href: label.href }, `¶ ${lawbase.say("permalink")}`),
      lawbase.button(`⧉ ${lawbase.say("copy")}`, () => lawbase.copyCitation(label)),
      lawbase.button(`⧉ ${lawbase.say("copy.text")}`, () => copyText(label, provision)),
    );
    for (const twin of await lawbase.twinsOf(provision)) {
      const { mark, html } = lawbase.editionOf(twin.page);
      box.append(lawbase.button(mark, () => lawbase.reveal(provision, twin), { lang: html }));
    }
    if (/^\d/.test(key)) box.append(traceLink(key));
    label.after(box);
    label.setAttribute("aria-expanded", "true");
    menu = { label, box };
  }

  function traceLink(key) {
    const law = key.split(".")[0];
    const href = lawbase.linkTo(`trace/${law}/`, key === law ? "" : key);
    return lawbase.make("a", { href }, lawbase.say("trace"));
  }

  document.addEventListener("click", (event) => {
    const label = event.target.closest("[data-cite]");
    if (label && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      history.replaceState(history.state, "", label.hash || label.href);
      lead();
      open(label);
    } else if (menu && !menu.box.contains(event.target)) {
      close();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu) return;
    const { label } = menu;
    close();
    label.focus();
  });
});
