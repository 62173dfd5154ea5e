// Finding: which threads answer a query, best first, or why none does.
{
  const { ancestors, isUnfiltered } = lawbase.engine;

  class Finder {
    constructor(catalogue, ranker, phrases, { finding }) {
      Object.assign(this, { catalogue, ranker, phrases, figures: finding });
    }

    // The answer to a query whose words were expanded: threads with their scores, the scores of
    // single texts, and messages that say what isn't there.
    find(query, expanded) {
      const refused = this.refused(query);
      if (refused) return nothing(refused);
      if (query.citations.length) return this.cited(query, expanded);
      if (query.phrases.length) return this.quoted(query, expanded);
      return expanded.queryTerms.length ? this.worded(query, expanded) : this.listed(query);
    }

    refused({ refused, filters }) {
      if (refused.length) return { kind: "refused", value: refused[0] };
      const { editions } = this.catalogue;
      const unknown = (values, known) => values.find((value) => !known.includes(value));
      const edition = unknown(filters.editions, editions.map(({ id }) => id));
      if (edition) return { kind: "edition", value: edition };
      const language = unknown(filters.languages, editions.map((e) => e.language));
      return language ? { kind: "language", value: language } : null;
    }

    cited(query, expanded) {
      const scores = new Map();
      const messages = [];
      query.citations.forEach((address, place) => {
        for (const [document, score] of this.around(address, query.filters, messages)) {
          const least = score - place * this.figures.step;
          scores.set(document, Math.max(scores.get(document) ?? 0, least));
        }
      });
      if (scores.size && expanded.queryTerms.length) {
        for (const [document, score] of this.ranker.rank(expanded).scores) {
          if (!scores.has(document)) scores.set(document, this.figures.beside * Math.min(score, 1));
        }
      }
      return this.answer(scores, query.filters, messages);
    }

    // What an address names, and what stands below and above it.
    *around(address, filters, messages) {
      const { catalogue } = this;
      const { twin, below, above, nearest, step, age } = this.figures;
      const allowed = (documents) => documents.filter((d) => catalogue.allows(filters, d));
      const exact = allowed(catalogue.at(address));
      for (const document of exact) {
        yield [document, 1 - age * (catalogue.newest - catalogue.editionOf(document).year)];
      }
      if (!exact.length) {
        messages.push(this.missing(address));
        for (const document of catalogue.at(address)) yield [document, twin];
      }
      for (const document of catalogue.below(address)) yield [document, below];
      let score = exact.length ? above : nearest;
      for (const [distance, higher] of ancestors(address).entries()) {
        const near = allowed(catalogue.at(higher));
        for (const document of near) yield [document, score - distance * step];
        if (near.length) score = above;
      }
    }

    missing(address) {
      const { catalogue } = this;
      if (catalogue.at(address).length) return { kind: "elsewhere", address };
      if (catalogue.at({ law: address.law, steps: [] }).length) return { kind: "address", address };
      return { kind: "law", address, last: catalogue.lastLaw };
    }

    quoted(query, expanded) {
      const having = query.phrases.map((phrase) => new Set(this.phrases.find(phrase)));
      const documents = [...having[0]].filter((d) => having.every((found) => found.has(d)));
      const quoted = query.phrases.join("”, “");
      if (!documents.length) return nothing({ kind: "phrase", value: quoted });
      const { scores } = this.ranker.rank(expanded);
      const wanted = new Map(documents.map((d) => [d, 1 + (scores.get(d) ?? 0)]));
      return this.answer(wanted, query.filters);
    }

    // Everything within filters, when nothing else was asked.
    listed({ filters }) {
      if (isUnfiltered(filters)) return nothing();
      return this.answer(new Map(this.catalogue.keys.map((_, d) => [d, 1])), filters);
    }

    worded(query, expanded) {
      const sum = (worth) => expanded.queryTerms.reduce((total, queryTerm) => total + worth(queryTerm), 0);
      const trusted = sum(({ weight, trust }) => weight * trust);
      const { scores, covered } = this.ranker.rank(expanded);
      const weight = sum((queryTerm) => queryTerm.weight);
      const sure = trusted >= this.figures.trusted * weight && covered >= this.figures.covered;
      return sure ? this.answer(scores, query.filters) : nothing();
    }

    // The threads of scored documents that have a text within the filters, best first.
    answer(scores, filters, messages = []) {
      const { threads } = this.catalogue;
      const allowed = this.allowedThreads(filters);
      const best = new Map();
      for (const [document, score] of scores) {
        const thread = threads[document];
        if (score > (best.get(thread) ?? 0) && (!allowed || allowed.has(thread))) {
          best.set(thread, score);
        }
      }
      const found = [...best].sort(([a, x], [b, y]) => y - x || a - b);
      const least = found.length ? this.figures.least * found[0][1] : 0;
      const answered = found.filter(([, score]) => score >= least);
      return { found: answered, scores, messages };
    }

    allowedThreads(filters) {
      if (isUnfiltered(filters)) return null;
      const name = JSON.stringify(filters);
      if (this.allowed?.name !== name) {
        const threads = this.catalogue.threads.filter((_, d) => this.catalogue.allows(filters, d));
        this.allowed = { name, threads: new Set(threads) };
      }
      return this.allowed.threads;
    }

    // The text of a thread to show: what scores best, then what the asker reads, the newest; in
    // the reader's own language, if it is told and the text there answers, too.
    textToShow(thread, answer, filters, languages, reader = null) {
      const { catalogue } = this;
      const texts = catalogue.thread(thread).filter((d) => catalogue.allows(filters, d));
      const best = this.bestOf(texts, answer, languages);
      const score = (document) => answer.scores.get(document) ?? 0;
      const own = texts.filter((document) => {
        return catalogue.language(document) === reader && score(document) * 2 >= score(best);
      });
      return own.length ? this.bestOf(own, answer, languages) : best;
    }

    bestOf(texts, { scores }, languages) {
      const { catalogue } = this;
      const worth = (document) => {
        const { language, year } = catalogue.editionOf(document);
        const score = Math.floor((scores.get(document) ?? 0) * 1000);
        return [score, languages.includes(language) ? 1 : 0, year, -document];
      };
      return texts.reduce((best, text) => (isMore(worth(text), worth(best)) ? text : best));
    }
  }

  function isMore(one, other) {
    const place = one.findIndex((value, n) => value !== other[n]);
    return place >= 0 && one[place] > other[place];
  }

  const nothing = (message = null) => ({
    found: [],
    scores: new Map(),
    messages: message ? [message] : [],
  });

  lawbase.engine.Finder = Finder;
}
