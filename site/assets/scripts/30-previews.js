// The text of a citation or a term beside it, inside the words of a law: after a moment's hover, by
// the key p, or by a tap, whose second one goes there. Esc closes it. Tab walks past it. What a tap
// opens takes the focus, and the browser's Back closes it too.
lawbase.ready(() => {
  const DELAY = 400;
  const GRACE = 250;
  let open = null;
  let timer = null;
  let touched = false;

  const linkOf = (event) => {
    return placed(event.target.closest?.("main .words :is(a.citation, a.term, .mark a)"));
  };
  const placed = (link) => {
    const place = link && lawbase.placeOf(link.href);
    const useful = place && lawbase.hasTexts(place.page) && !(place.page === lawbase.page.path && !place.anchor);
    return useful ? { link, place } : null;
  };

  function takeAway(refocus = false) {
    clearTimeout(timer);
    if (!open) return;
    const { box, link } = open;
    open = null;
    box.remove();
    if (refocus) link.focus({ preventScroll: true });
  }

  function close(refocus = false) {
    const isSheet = open && history.state?.sheet;
    takeAway(refocus);
    if (isSheet) history.back();
  }

  function stepInto() {
    if (!history.state?.sheet) history.pushState({ sheet: true }, "");
    open.box.focus({ preventScroll: true });
  }

  async function show({ link, place }) {
    if (open?.link === link) return true;
    const texts = await lawbase.texts(place.page).catch(() => null);
    const found = texts?.[place.anchor || Object.keys(texts)[0]];
    if (!found) return false;
    if (open?.pinned) return true;
    takeAway();
    const box = boxFor(link, place, texts, found);
    link.after(box);
    setAt(box, link);
    open = { box, link, pinned: false };
    return true;
  }

  function boxFor(link, place, texts, found) {
    const called = (name) => ({ title: name, "aria-label": name });
    const turnPin = () => {
      open.pinned = !open.pinned;
      pin.setAttribute("aria-pressed", open.pinned);
      pin.textContent = open.pinned ? "◆" : "◇";
    };
    const pin = lawbase.button("◇", turnPin, { ...called(lawbase.say("pin")), "aria-pressed": "false" });
    const shut = lawbase.button("×", () => close(true), called(lawbase.say("close")));
    const title = lawbase.make("a", { href: link.href }, found.c);
    const { html } = lawbase.editionOf(place.page);
    const headings = lawbase.headings(found.h);
    const above = lawbase.make("p", { class: "above", lang: html }, title, " ", ...headings);
    const tools = lawbase.make("span", {}, pin, shut);
    const go = lawbase.make("a", { class: "go", href: link.href }, lawbase.say("open", { place: found.c }));
    return lawbase.make(
      "div",
      {
        class: "preview",
        tabindex: "-1",
        role: "dialog",
        "aria-label": found.c,
        onpointerenter: () => clearTimeout(timer),
        onpointerleave: leave,
      },
      lawbase.make("header", {}, above, tools),
      lawbase.quoted(place.page, place.anchor, texts),
      go,
    );
  }

  function setAt(box, link) {
    const frame = box.offsetParent ?? document.body;
    const around = frame.getBoundingClientRect();
    const at = link.getClientRects()[0];
    const room = document.documentElement.clientWidth - box.offsetWidth - 16;
    box.style.left = `${Math.max(16, Math.min(at.left, room)) - around.left}px`;
    const below = at.bottom + 8;
    const fits = below + box.offsetHeight < innerHeight || at.top < box.offsetHeight + 16;
    box.style.top = `${(fits ? below : at.top - box.offsetHeight - 8) - around.top}px`;
  }

  function leave() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (open && !open.pinned && !open.box.contains(document.activeElement)) close();
    }, GRACE);
  }

  document.addEventListener("pointerover", (event) => {
    const found = event.pointerType === "mouse" && linkOf(event);
    if (!found || open?.box.contains(found.link)) return;
    clearTimeout(timer);
    timer = setTimeout(() => show(found), DELAY);
  });
  document.addEventListener("pointerout", (event) => {
    if (linkOf(event)) leave();
  });
  // Another citation that is tapped takes the place of the one that is shown.
  const isNext = (event) => touched && linkOf(event);
  document.addEventListener("focusin", (event) => {
    if (isNext(event)) return;
    if (open && !open.pinned && !open.box.contains(event.target) && event.target !== open.link) close();
  });
  // Opens the preview of the citation in focus and steps into it.
  lawbase.preview = async () => {
    const found = placed(document.activeElement?.closest("main .words a"));
    if (found && (await show(found))) open?.box.focus();
  };
  document.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch";
    const inside = open?.box.contains(event.target) || open?.link.contains(event.target);
    if (open && !open.pinned && !inside && !isNext(event)) close();
  });
  document.addEventListener("click", (event) => {
    const inside = open?.box.contains(event.target) && event.target.closest("a");
    const way = inside || (open?.link.contains(event.target) && open.link);
    if (way && history.state?.sheet) {
      // The place that is left is that of the law, not that of the sheet over it.
      event.preventDefault();
      takeAway();
      location.replace(way.href);
      return;
    }
    const found = touched && linkOf(event);
    if (!found || open?.box.contains(found.link) || open?.link === found.link) return;
    event.preventDefault();
    show(found).then((shown) => (shown ? stepInto() : location.assign(found.link.href)));
  });
  addEventListener("popstate", () => {
    if (touched && !history.state?.sheet) takeAway(true);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && open) close(true);
  });
});
