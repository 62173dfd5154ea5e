// What the reader chose and where they were: last place, columns, views, filters, citations.
lawbase.ready(() => {
  const FIRST = 3;
  resume();
  keepChoices(".parallel input[type=checkbox]", (input) => `column.${input.value}`);
  keepChoices("[data-compare] input:not(#turned)", (input) => `compare.${input.id}`);
  for (const filter of document.querySelectorAll("[data-filter]")) sift(filter);
  // A card has the languages of the page, each at this card.
  const printed = document.querySelector("[data-print]")?.dataset.print;
  for (const card of document.querySelectorAll(".situation[id]")) {
    const own = [...document.querySelectorAll("#languages a")].map((link) => {
      const { lang, hreflang, textContent } = link;
      const href = `${link.href.split("#")[0]}#${card.id}`;
      const here = link.hasAttribute("aria-current") ? { "aria-current": "true" } : {};
      return lawbase.make("a", { href, lang, hreflang, ...here }, textContent);
    });
    const printCard = () => {
      location.hash = card.id;
      print();
    };
    const languages = own.flatMap((link) => [link, " "]);
    card.prepend(lawbase.make("p", { class: "card-languages" }, ...languages));
    card.append(lawbase.button(printed, printCard, { class: "print-card" }));
  }
  const box = document.querySelector("[data-concordance]");
  if (box) translate(box);

  async function resume() {
    const { path, edition } = lawbase.page;
    if (edition) {
      const title = document.title.replace(/ · [^·]*$/, "");
      const { lang } = document.documentElement;
      const keep = () => lawbase.remember("place", { path, hash: location.hash.slice(1), title, lang });
      keep();
      addEventListener("hashchange", keep);
    }
    const line = document.querySelector("[data-resume]");
    const last = lawbase.recall("place");
    if (!line || !last) return;
    const [before, after] = lawbase.say("resume", { place: "\0" }).split("\0");
    const script = lawbase.scriptFor(last.lang, document.documentElement.lang);
    if (script) await lawbase.load(script.table);
    const title = script ? lawbase.inScript(last.title, lawbase.tables[script.to]) : last.title;
    const href = lawbase.linkTo(last.path, last.hash);
    line.append(before, lawbase.make("a", { href, lang: script?.to ?? last.lang ?? null }, title), after);
    line.hidden = false;
  }

  function keepChoices(selector, nameOf) {
    for (const input of document.querySelectorAll(selector)) {
      const kept = lawbase.recall(nameOf(input));
      if (kept !== null) input.checked = kept;
      input.addEventListener("change", () => {
        for (const each of document.querySelectorAll(selector)) {
          lawbase.remember(nameOf(each), each.checked);
        }
      });
    }
  }

  function plain(text) {
    const bare = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    return bare.replace(/ł/g, "l").replace(/đ/g, "d").replace(/[^\p{L}\p{N}]+/gu, " ");
  }

  function isTapped(button) {
    return button.getAttribute("aria-pressed") === "true";
  }

  // Lists that shrink to what was typed, and on the page of situations to what was tapped.
  function sift(filter) {
    const items = [...document.querySelectorAll(filter.dataset.filter)].map((element) => ({
      element,
      text: plain(`${element.textContent} ${element.dataset.words ?? ""}`),
      about: (element.dataset.about ?? "").split(" "),
    }));
    const sections = new Set(items.map(({ element }) => element.closest("section")));
    const box = filter.querySelector("input");
    const pictures = document.querySelector("[data-pictures]");
    const buttons = [...(pictures?.querySelectorAll("button") ?? [])];
    const seated = [...(pictures?.querySelectorAll(".table button") ?? [])]
      .flatMap((button) => button.dataset.about.split(" "));
    const told = pictures && document.querySelector(".tapped");
    for (const part of [filter, pictures]) if (part) part.hidden = false;
    box.addEventListener("input", shrink);
    const nameOf = (button) => button.className || button.dataset.about;
    const kept = (new URLSearchParams(location.hash.slice(1)).get("tapped") ?? "").split(" ");
    for (const button of buttons) {
      button.setAttribute("aria-pressed", kept.includes(nameOf(button)));
      button.addEventListener("click", () => {
        button.setAttribute("aria-pressed", !isTapped(button));
        const names = buttons.filter(isTapped).map(nameOf).join("+");
        history.replaceState(history.state, "", names ? `#tapped=${names}` : location.pathname + location.search);
        shrink();
      });
    }
    told?.querySelector("a").addEventListener("click", (event) => {
      if (event.target.hash !== "#stages") return;
      event.preventDefault(); // the address keeps what was tapped
      document.getElementById("stages").scrollIntoView();
    });
    if (buttons.some(isTapped)) shrink();

    // How many are left, and of what was tapped the first of them, since the rows stand below the
    // pictures; where nothing is left, the search reads more than a filter does.
    function tell(found, tapped, typed) {
      const link = told.querySelector("a");
      const left = found.length;
      const isLost = typed && !left;
      told.hidden = !tapped && !typed;
      pictures.classList.toggle("set-aside", typed && !tapped);
      link.textContent = `${left} / ${items.length} ${isLost ? "⌕" : "↓"}`;
      const first = tapped ? found.slice(0, FIRST) : [];
      told.lastElementChild.replaceChildren(...first.map(({ element }) => element.querySelector("a").cloneNode(true)));
      link.href = isLost
        ? `${document.querySelector("a[data-search]").href}?q=${encodeURIComponent(box.value)}`
        : "#stages";
    }

    function shrink() {
      const wanted = plain(box.value).split(/\s+/).filter(Boolean);
      const tapped = buttons
        .filter(isTapped)
        .map((button) => button.dataset.about.split(" "));
      // A situation that names nobody at the table may be about anybody.
      const isAnybody = (parts, about) => seated.includes(parts[0])
        && !about.some((part) => seated.includes(part));
      const fits = ({ text, about }) => wanted.every((word) => text.includes(word))
        && tapped.every((parts) => parts.some((part) => about.includes(part)) || isAnybody(parts, about));
      for (const item of items) item.element.hidden = !fits(item);
      const asked = wanted.length + tapped.length > 0;
      if (told) tell(items.filter((item) => !item.element.hidden), tapped.length > 0, wanted.length > 0);
      for (const section of sections) {
        for (const list of section.querySelectorAll("details")) {
          const heading = list.querySelector("summary");
          const shown = items.filter(({ element }) => !element.hidden && list.contains(element));
          heading.dataset.all ??= heading.textContent;
          heading.textContent = (asked ? `${shown.length} / ` : "") + heading.dataset.all;
          list.open = asked;
        }
        section.hidden = !items.some(({ element }) => !element.hidden && section.contains(element));
      }
    }
  }

  // Both ways: what a citation of the older year became, and where one of the newer year was.
  function translate(form) {
    const answer = form.querySelector("[role=status]");
    const { from: old, to: current } = form.dataset;
    const rows = [...document.querySelectorAll(".concordance tbody tr")];
    const canonical = (text) => (text.match(/\d+|[A-Za-z]+/g) ?? []).join("").toLowerCase();
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.querySelector("input").addEventListener("input", ({ target }) => {
      const wanted = canonical(target.value.replace(/^\D*/, ""));
      answer.replaceChildren();
      if (!wanted) return;
      const seen = new Set();
      for (const [side, year, other] of [["old", old, current], ["new", current, old]]) {
        for (const row of rows.filter((each) => canonical(each.dataset[side] ?? "") === wanted)) {
          const [from, to] = side === "old" ? [row.cells[0], row.cells[2]] : [row.cells[2], row.cells[0]];
          const words = `${year}: ${from.textContent.trim()} → ${other}: `;
          if (seen.has(words + to.textContent)) continue;
          seen.add(words + to.textContent);
          const copy = to.querySelector("a")?.cloneNode(true) ?? "—";
          answer.append(lawbase.make("span", {}, words, copy, ` (${row.cells[1].textContent}) `));
        }
      }
      if (!seen.size) answer.append(lawbase.say("citation.none"));
    });
  }
});
