// What the reader chose and where they were: last place, columns, views, filters, citations.
lawbase.ready(() => {
  resume();
  keepChoices(".parallel input[type=checkbox]", (input) => `column.${input.value}`);
  keepChoices("[data-compare] input:not(#turned)", (input) => `compare.${input.id}`);
  for (const filter of document.querySelectorAll("[data-filter]")) sift(filter);
  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      location.hash = button.dataset.print;
      print();
    });
  }
  const box = document.querySelector("[data-concordance]");
  if (box) translate(box);

  function resume() {
    const { path, edition } = lawbase.page;
    if (edition) {
      const title = document.title.replace(/ · [^·]*$/, "");
      const keep = () => lawbase.remember("place", { path, hash: location.hash.slice(1), title });
      keep();
      addEventListener("hashchange", keep);
    }
    const line = document.querySelector("[data-resume]");
    const last = lawbase.recall("place");
    if (!line || !last) return;
    const [before, after] = lawbase.say("resume", { place: "\0" }).split("\0");
    const link = lawbase.make("a", { href: lawbase.linkTo(last.path, last.hash) }, last.title);
    line.append(before, link, after);
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
    return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/ł/g, "l").replace(/đ/g, "d");
  }

  function sift(filter) {
    const items = [...document.querySelectorAll(filter.dataset.filter)].map((element) => ({
      element,
      text: plain(`${element.textContent} ${element.dataset.words ?? ""}`),
    }));
    const sections = new Set(items.map(({ element }) => element.closest("section")));
    filter.hidden = false;
    filter.querySelector("input").addEventListener("input", ({ target }) => {
      const wanted = plain(target.value).split(/\s+/).filter(Boolean);
      for (const { element, text } of items) element.hidden = !wanted.every((word) => text.includes(word));
      for (const section of sections) {
        for (const list of section.querySelectorAll("details")) {
          const heading = list.querySelector("summary");
          const shown = items.filter(({ element }) => !element.hidden && list.contains(element));
          heading.dataset.all ??= heading.textContent;
          heading.textContent = (wanted.length ? `${shown.length} / ` : "") + heading.dataset.all;
          list.open = wanted.length > 0;
        }
        section.hidden = !items.some(({ element }) => !element.hidden && section.contains(element));
      }
    });
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
