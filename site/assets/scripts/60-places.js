// What the reader chose and where they were: last place, columns, views, filters, citations.
lawbase.ready(() => {
  resume();
  keepChoices(".parallel input[type=checkbox]", (input) => `column.${input.value}`);
  keepChoices("[data-compare] input", (input) => `compare.${input.id}`);
  for (const filter of document.querySelectorAll("[data-filter]")) sift(filter);
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
        section.hidden = !items.some(({ element }) => !element.hidden && section.contains(element));
      }
    });
  }

  function translate(form) {
    const answer = form.querySelector("[role=status]");
    const rows = [...document.querySelectorAll("tr[data-old]")];
    const canonical = (text) => (text.match(/\d+|[A-Za-z]+/g) ?? []).join("").toLowerCase();
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.querySelector("input").addEventListener("input", ({ target }) => {
      const wanted = canonical(target.value.replace(/^\D*/, ""));
      const found = rows.filter((row) => canonical(row.dataset.old) === wanted);
      answer.replaceChildren();
      if (!wanted) return;
      if (!found.length) answer.append(lawbase.say("citation.none", { year: form.dataset.concordance }));
      const seen = new Set();
      for (const row of found) {
        const [old, relation, current] = row.cells;
        const text = `${old.textContent} → ${current.textContent}`;
        if (seen.has(text)) continue;
        seen.add(text);
        const copy = current.querySelector("a")?.cloneNode(true) ?? "—";
        answer.append(lawbase.make("span", {}, `${old.textContent} → `, copy, ` (${relation.textContent}) `));
      }
    });
  }
});
