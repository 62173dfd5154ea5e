// What the panel shows, as rows of cells: each cell a link or something to choose.
{
  const { sentencesOf } = lawbase.engine;
  const { make } = lawbase;
  const say = (name, values) => lawbase.say(name, values);

  // The text in pieces, those within the marks marked; write turns it to the reader's script.
  function marked(text, marks, write) {
    const pieces = [];
    let place = 0;
    for (const [start, end] of marks) {
      pieces.push(write(text.slice(place, start)));
      pieces.push(make("mark", {}, write(text.slice(start, end))));
      place = end;
    }
    return [...pieces, write(text.slice(place))];
  }

  // Tells at a link why it was found, and what is to be said where it leads to.
  function tell(link, { why, said }) {
    if (why !== null) {
      const small = link.querySelector(".search-why");
      if (small.textContent !== why) small.textContent = why;
    }
    if (said === null) delete link.dataset.said;
    else link.dataset.said = said;
  }

  class Rows {
    // writing: how texts of an edition are tagged where they are printed, and tagged and written
    // for this reader; written: a text of their language in their script.
    constructor(searcher, writing, written) {
      Object.assign(this, { searcher, writing, written, passages: searcher.passages });
      this.laws = new Map();
    }

    group(label, rows, classes = "") {
      return make("div", { role: "rowgroup", "aria-label": label, class: classes }, ...rows);
    }

    titled(label, rows) {
      const title = make("p", { class: "search-title", "aria-hidden": "true" }, label);
      return [title, this.group(label, rows)];
    }

    row(classes, cells) {
      return make("div", { role: "row", class: classes }, ...cells);
    }

    cell(content, classes = "") {
      return make("div", { role: "gridcell", class: classes }, content);
    }

    // Hits in their order; those of one law in a row share its title. A law that the last answer showed
    // alike is its element again: as one types on, often only what it was found by changes.
    hits(result, typed) {
      const tokens = this.searcher.analyzer.tokens(typed);
      this.typed = new Map(tokens.map((t) => [t.form, typed.slice(t.start, t.end)]));
      const groups = [];
      let before = null;
      for (const hit of result.hits) {
        const law = this.lawOf(hit);
        if (law === null || law !== before) groups.push([]);
        groups.at(-1).push(this.shown(hit, result, typed));
        before = law;
      }
      const last = this.laws;
      this.laws = new Map();
      for (const hits of groups) {
        const name = JSON.stringify(hits.map(({ why, said, ...shown }) => [shown, why === null]));
        const law = last.get(name) ?? this.law(hits);
        law.querySelectorAll(".search-answer a").forEach((link, n) => tell(link, hits[n]));
        this.laws.set(name, law);
      }
      return [...this.laws.values()];
    }

    law(hits) {
      const rows = hits.map((hit, n) => this.hit(hit, n > 0));
      return this.group(this.title(hits[0]), rows, "search-law");
    }

    // All that a row shows of a hit. Why it was found is told where marks in its text don't say it.
    shown({ reason, ...hit }, result, typed) {
      const { beside } = hit;
      const snippet = this.searcher.snippet(hit, result.expanded);
      const because = this.because(reason);
      const isPlain = reason.kind === "words" || reason.kind === "heading";
      return {
        ...hit,
        snippet,
        own: beside === null ? null : this.searcher.snippet({ document: beside }, result.expanded),
        became: this.became(hit.document),
        ownBecame: beside === null ? "" : this.became(beside),
        why: isPlain && snippet.marks.length ? null : because,
        said: this.onArrival(because, result, typed),
      };
    }

    lawOf({ edition, document }) {
      const law = this.searcher.catalogue.lawOf[document];
      return law ? `${edition} ${law}` : null;
    }

    title({ document }) {
      const { passages } = this;
      const headings = [...passages.trail(document), passages.heading(document)];
      return headings.find(Boolean) ?? passages.citation(document);
    }

    hit(hit, underSame) {
      const { passages } = this;
      const { snippet } = hit;
      const { html, tag, write } = this.writing(hit.edition);
      const short = passages.short(hit.document);
      const trail = passages.trail(hit.document).slice(underSame ? 1 : 0);
      const above = [...trail, passages.heading(hit.document)].filter((text) => text !== short);
      const title = [short, ...above].filter(Boolean).join(" › ");
      const named = underSame ? [] : this.ownName(hit);
      const line = make(
        "span",
        { class: "search-head" },
        make("b", { lang: html }, write(short)),
        make("span", { class: "search-trail", lang: html }, ...named, ...lawbase.headings(above, write)),
        make("span", { class: "search-edition" }, this.edition(hit.document)),
      );
      const pieces = marked(snippet.text, snippet.marks, write);
      const text = make("span", { class: "search-snippet", lang: html }, ...pieces);
      const href = this.href(hit.document);
      const attributes = { href, tabindex: "-1", "data-title": title, "data-lang": tag };
      const why = hit.why === null ? [] : [make("small", { class: "search-why" })];
      const became = this.changed(hit.became);
      const link = make("a", attributes, line, text, ...became, ...this.coming(hit), ...why);
      const others = hit.twins.filter((twin) => twin.document !== hit.beside);
      const twins = others.map((twin) => this.twin(hit, twin));
      const own = hit.own ? [this.beside(hit)] : [];
      return this.row("search-hit", [this.cell(link, "search-answer"), ...own, ...twins]);
    }

    // What the law of a hit in another language is called in the reader's own older text, where that
    // has the same rule.
    ownName({ document, beside }) {
      if (beside === null) return [];
      const { catalogue } = this.searcher;
      let law = document;
      while (catalogue.parents[law] >= 0) law = catalogue.parents[law];
      const { id } = catalogue.editionOf(beside);
      const own = catalogue.thread(catalogue.threads[law]).find((d) => catalogue.editionOf(d).id === id);
      const heading = own === undefined ? "" : this.passages.heading(own);
      if (!heading) return [];
      const { html, write } = this.writing(id);
      return [make("span", { class: "search-own", lang: html }, ...lawbase.headings([heading], write)), " · "];
    }

    // An edition's mark, and whether it is superseded.
    edition(document) {
      return this.standing(this.searcher.catalogue.editionOf(document));
    }

    standing({ id, inForce, laws }) {
      const { mark } = this.writing(id);
      return inForce || !laws ? mark : `${mark}, ${say("search.superseded")}`;
    }

    // What became of an older text, in words: ``2017: changed in substance``; of others nothing.
    became(document) {
      const [year, ...names] = this.searcher.later.told[this.searcher.became[document] ?? 0];
      return names.length ? `${year}: ${names.map((name) => say(name)).join(", ")}` : "";
    }

    changed(became) {
      return became ? [make("small", { class: "search-became" }, became)] : [];
    }

    // Where the reader's older text stands first because the one in force hasn't come yet.
    coming({ document, inForce, thread }) {
      const { catalogue } = this.searcher;
      const texts = catalogue.thread(thread);
      const awaited = texts.find((d) => !catalogue.isLoaded(d) && catalogue.editionOf(d).inForce);
      if (inForce || awaited === undefined || !catalogue.editionOf(document).laws) return [];
      const said = `${this.edition(awaited)}: ${say("search.coming")}`;
      return [make("small", { class: "search-coming" }, said)];
    }

    // What is told at the place that an unsure answer leads to, in the reader's words.
    onArrival(why, { grade, messages }, query) {
      const found = why && grade === "likely" ? [say("search.arrived", { query, why })] : [];
      return [...sentencesOf(messages), ...found].join(" ") || null;
    }

    // Through what a hit was found, in the reader's language and words; nothing where no words led
    // there.
    because({ kind, words, text }) {
      if (!words.length || (kind === "situation" && !text)) return null;
      const spelled = words.map((word) => this.typed.get(word) ?? word);
      return say(`search.why.${kind}`, { words: spelled.join(", "), text: this.written(text ?? "") });
    }

    // The reader's own text, superseded, beside the one in force in another language.
    beside({ beside, own, ownBecame }) {
      const { id } = this.searcher.catalogue.editionOf(beside);
      const { html, tag, write } = this.writing(id);
      const title = this.passages.citation(beside);
      const head = make("span", { class: "search-edition" }, this.edition(beside));
      const words = marked(own.text, own.marks, write);
      const pieces = make("span", { class: "search-snippet", lang: html }, ...words);
      const attributes = { tabindex: "-1", "data-title": title, "data-lang": tag };
      const became = this.changed(ownBecame);
      const link = make("a", { href: this.href(beside), ...attributes }, head, pieces, ...became);
      return this.cell(link, "search-beside");
    }

    twin(hit, { document, edition, key }) {
      const { html, tag, mark, write } = this.writing(edition);
      const citation = this.passages.citation(document);
      const title = write(citation);
      const own = key === hit.key ? mark : `${mark} ${write(this.passages.short(document))}`;
      const link = make(
        "a",
        {
          href: this.href(document),
          hreflang: html,
          title,
          tabindex: "-1",
          "aria-label": `${mark}, ${title}`,
          "data-title": citation,
          "data-lang": tag,
        },
        own,
      );
      return this.cell(link, "search-twin");
    }

    href(document) {
      const { page, anchor } = this.passages.place(document);
      return lawbase.linkTo(page, anchor);
    }

    // Completions and corrections: choosing one searches for it.
    choices(items, choose) {
      const cells = items.map(({ text, label, lang = null }) => {
        const attributes = { type: "button", tabindex: "-1", lang, onclick: () => choose(text) };
        return this.cell(make("button", attributes, label ?? text), "search-choice");
      });
      return this.group(say("search.suggestions"), [this.row("search-choices", cells)]);
    }

    // edition: that of the place, if it is one in the laws; printed: its title and the tag of this
    // before they are written for this reader.
    place({ href, title, lang = null, edition = null, printed = { title, lang } }) {
      const kept = { "data-title": printed.title, "data-lang": printed.lang };
      const attributes = { href, tabindex: "-1", ...kept };
      const mark = edition && make("span", { class: "search-edition" }, this.standing(edition));
      const link = make("a", attributes, make("span", { lang }, title), ...(mark ? [" ", mark] : []));
      return this.row("search-place", [this.cell(link)]);
    }
  }

  lawbase.engine.Rows = Rows;
}
