// The reader's own language of the interface, the one chosen or else the browser's, on pages of
// texts in any language; and the place and the question, kept when it is switched.
lawbase.ready(() => {
  const { interfaces } = lawbase.site;
  const { edition, forAll, interface: own, path } = lawbase.page;
  const isDressed = edition !== undefined || forAll !== undefined;
  const isChosen = path.split("/")[0] in interfaces;
  if (isChosen) lawbase.remember("interface", own);
  const wanted = isDressed ? (lawbase.recall("interface") ?? askedOfBrowser()) : own;
  const dressed = wanted !== own && wanted in interfaces ? dress(wanted) : Promise.resolve();
  dressed.finally(() => delete lawbase.page.dressing);
  for (const link of document.querySelectorAll("[data-interface]:is(a)")) keepPlace(link);

  // Who has chosen nothing comes from a link: the browser knows what they read, not the text.
  function askedOfBrowser() {
    const speaks = (tag) => Object.keys(interfaces).find((ui) => ui === tag.split("-")[0]);
    return navigator.languages.map(speaks).find(Boolean) ?? own;
  }

  // Says the frame of the page in another language; the text of the law stays what it is.
  async function dress(ui) {
    const { html, chrome } = interfaces[ui];
    keepScript(html);
    for (const link of document.querySelectorAll(`a[href*="/${own}/"]`)) {
      const place = lawbase.placeOf(link.href);
      if (!place?.page.startsWith(`${own}/`) || link.matches("[data-interface]")) continue;
      link.href = link.href.replace(`${lawbase.root}${own}/`, `${lawbase.root}${ui}/`);
    }
    for (const link of document.querySelectorAll("[data-interface]:is(a)")) {
      if (link.dataset.interface === ui) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    lawbase.page.interface = ui;
    await lawbase.load(chrome);
    for (const element of document.querySelectorAll("[data-t]")) {
      const text = lawbase.chrome[element.dataset.t];
      if (text === undefined) continue;
      element.replaceChildren(...filled(text, element));
      element.lang = html;
    }
    for (const name of ["aria-label", "title", "placeholder"]) {
      for (const element of document.querySelectorAll(`[data-in-${name}]`)) {
        element.setAttribute(name, lawbase.chrome[element.getAttribute(`data-in-${name}`)]);
      }
    }
    const script = lawbase.site.scripts.find(({ to }) => to === html);
    if (script) await lawbase.load(script.table);
    const base = Object.keys(interfaces).find((id) => interfaces[id].html === script?.from);
    for (const element of document.querySelectorAll("[data-s]")) {
      const texts = { [own]: element.textContent, ...JSON.parse(element.dataset.s) };
      const text = texts[ui] ?? lawbase.inScript(texts[base], lawbase.tables[html]);
      element.textContent = text;
      element.lang = html;
      element.classList.toggle("caps", text === text.toUpperCase());
    }
  }

  // A text with its gaps filled: by what the element tells, or by what stands marked in it, which
  // stays in the language of the page and may stand in it twice. What is in brackets is said when all of its gaps are filled.
  function filled(text, element) {
    const values = JSON.parse(element.dataset.v ?? "{}");
    for (const gap of element.querySelectorAll(":scope > [data-g]")) {
      gap.lang ||= document.documentElement.lang;
      values[gap.dataset.g] = gap;
    }
    const known = (words) => [...words.matchAll(/\{(\w+)\}/g)].every(([, name]) => name in values);
    return text
      .replace(/\[([^\]]*)\]/g, (_, words) => (known(words) ? words : ""))
      .split(/\{(\w+)\}/)
      .map((piece, n) => (n % 2 ? (copied(values[piece]) ?? `{${piece}}`) : piece));
  }

  function copied(value) {
    return value instanceof Node ? value.cloneNode(true) : value;
  }

  // A text in two scripts is read in that of the interface.
  function keepScript(html) {
    for (const script of lawbase.site.scripts) {
      if (html === script.to) lawbase.remember(`script.${script.to}`, true);
      if (html === script.from) lawbase.remember(`script.${script.to}`, false);
    }
  }

  function keepPlace(link) {
    link.addEventListener("click", async (event) => {
      lawbase.remember("interface", link.dataset.interface);
      keepScript(interfaces[link.dataset.interface].html);
      const place = lawbase.placeOf(link.href);
      if (event.ctrlKey || event.metaKey || event.shiftKey || !place) return;
      event.preventDefault();
      const sameText = lawbase.site.scripts.some(
        ({ from, to }) => document.documentElement.lang === from && link.hreflang === to,
      );
      const anchor = decodeURIComponent(location.hash.slice(1));
      const page = sameText && edition ? path : place.page;
      const target = lawbase.linkTo(page, await anchorThere(page, anchor)).split("#");
      const address = target[0] + location.search + (target[1] ? `#${target[1]}` : "");
      if (page === path) {
        history.replaceState(history.state, "", address);
        location.reload();
      } else location.assign(address);
    });
  }

  // The same paragraph has another anchor in another text.
  async function anchorThere(page, anchor) {
    if (!anchor || !edition || page === path) return anchor;
    const texts = await lawbase.texts(path).catch(() => null);
    const twin = texts?.[anchor]?.w.find(([twinPage]) => twinPage === page);
    return twin ? twin[1] : anchor;
  }
});
