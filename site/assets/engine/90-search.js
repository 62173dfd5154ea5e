// Search: from what was typed to an answer.
{
  const E = lawbase.engine;
  const NOT_YET = { suggestions: {}, equivalents: {}, told: [[]], became: "" };

  class Searcher {
    // parts: "common", languages by name, what is seldom said of situations beside each ("cs-ways"),
    // and "later", as the build wrote them. While some aren't there yet, answers come from the words,
    // texts and ways of saying that are.
    constructor(parts) {
      const { common, later = NOT_YET } = parts;
      const { figures } = common;
      this.languages = common.languages.filter((name) => parts[name]);
      const named = ["common", ...common.languages];
      this.isWhole = Boolean(
        parts.later && named.every((name) => parts[name] && parts[`${name}-ways`]),
      );
      this.places = parts["common-ways"]?.places ?? [];
      this.titles = {};
      this.later = later;
      this.became = E.numbersOf(later.became);
      this.analyzer = new E.Analyzer({ letters: common.letters, ...figures.analysis });
      this.catalogue = new E.Catalogue(common.documents, this.languages);
      const entryPoints = new E.EntryPoints(common.entry_points);
      const situations = new E.Situations(common.situations, figures.ranking.straight);
      this.postings = new E.Postings(this.catalogue, entryPoints, situations, common);
      this.parts = parts;
      this.own = [];
      this.enter(parts, entryPoints);
      this.reader = this.queryReader(common, figures);
      this.expander = new E.Expander(this.lexicons, this.common, common);
      const { postings, catalogue } = this;
      const ranker = new E.Ranker(postings, catalogue, entryPoints, situations, figures);
      const own = (document) => (catalogue.isLoaded(document) ? this.passages.words(document) : []);
      const phrases = new E.PhraseFinder(this.analyzer, this.lexicons, this.postings, own);
      this.finder = new E.Finder(this.catalogue, ranker, phrases, common);
      const equivalents = (...expansion) => this.postings.equivalents(...expansion);
      this.snippets = new E.SnippetMaker(this.analyzer, this.lexicons, equivalents);
    }

    enter(parts, entryPoints) {
      const { figures } = parts.common;
      this.lexicons = {};
      const around = { catalogue: this.catalogue, entryPoints };
      const words = {};
      const wordings = {};
      for (const name of this.languages) {
        const ways = parts[`${name}-ways`];
        if (ways) this.titles[name] = ways.titles;
        const equivalents = this.later.equivalents[name] ?? {};
        const { postings: seldom, titled } = ways ?? {};
        const part = { ...parts[name], equivalents, seldom, titled };
        const wording = (wordings[name] = new E.Wording(part, this.analyzer));
        this.lexicons[name] = new E.Lexicon(part, wording, figures.vocabulary);
        words[name] = new E.LanguageWords(name, part, wording, around);
        this.postings.enter(name, words[name]);
      }
      this.common = new E.CommonWords(parts, around, { words, lexicons: this.lexicons });
      entryPoints.learn(words, this.lexicons, this.common);
      this.postings.enter("common", this.common);
      this.passages = new E.Passages(this.catalogue, this.analyzer, wordings, parts);
      const { catalogue, analyzer, passages, titles } = this;
      const { suggestions } = this.later;
      this.suggester = new E.Suggester(catalogue, analyzer, passages, { suggestions, titles });
    }

    queryReader(common, { query }) {
      const { catalogue } = this;
      const exists = (address) => catalogue.at(address).length > 0;
      const words = {
        lawWords: common.law_words,
        units: common.units,
        joining: common.joining,
      };
      const citations = new E.CitationReader(words, this.analyzer, exists, query);
      const years = catalogue.editions.map(({ year }) => year);
      return new E.QueryReader(this.analyzer, citations, { years, ...query });
    }

    // Unpacks, piece by piece, what takes long when it is first asked for: words that stand in many
    // places, and the words of texts.
    *unpacking() {
      yield* this.postings.weighing();
      const { catalogue, passages, snippets } = this;
      for (let document = 0; document < catalogue.size; document++) {
        if (!catalogue.isLoaded(document)) continue;
        snippets.stemmed(passages.shown(document), catalogue.language(document));
        yield;
      }
    }

    // The answer to a query, in texts of the given editions and languages, or of all: documents,
    // best first, messages about what isn't there, and what was probably meant. Of texts that say
    // the same, a reader of some language is shown those in it, unless they asked in another one.
    // An answer from a part of the data says that it is one, and nothing about what isn't there.
    search(typed, given = {}) {
      const query = this.reader.read(typed);
      const { editions = [], languages = [], force = [], limit = 10, reader = null } = given;
      query.filters.force.push(...force);
      narrow(query, { editions, languages });
      const expanded = this.expander.expand(query.rest, query.tokens, query.naming);
      const answer = this.finder.find(query, expanded);
      const spoken = this.readersOf(expanded, reader);
      const ownWords = (document, asked) => this.ownWords(document, asked);
      return {
        query,
        expanded,
        total: answer.found.length,
        isWhole: this.isWhole,
        grade: this.isWhole ? answer.grade : "none",
        messages: this.isWhole ? answer.messages : [],
        suggestion: this.isWhole ? suggestionOf(query, expanded) : "",
        situations: this.finder.situations(answer, this.titles[reader ?? expanded.languages[0]] ?? []),
        hits: answer.found.slice(0, limit).map(([thread]) => {
          const shown = this.finder.textsToShow(thread, answer, query.filters, spoken);
          const reason = this.finder.reason(thread, answer, expanded, ownWords);
          return { ...this.hit(thread, shown), reason: this.told(reason, reader ? [reader] : expanded.languages) };
        }),
      };
    }

    // The languages that a reader is shown texts in: their own, or the query's, also when they ask
    // in another one that has texts.
    readersOf({ languages, queryTerms }, reader) {
      const abroad = queryTerms.length > 0 && languages.length === 1 && languages[0] !== reader;
      const spoken = abroad && this.catalogue.spokenIn(languages[0]).length > 0;
      return reader && !spoken ? [reader] : languages;
    }

    // The words of a query that a document has itself.
    ownWords(document, expanded) {
      if (!this.catalogue.isLoaded(document)) return [];
      const language = this.catalogue.language(document);
      const { passages, snippets } = this;
      const stems = (this.own[document] ??= snippets.stems(
        passages.wording(document).reading(2 * passages.numbers[document]),
        passages.shown(document),
        language,
      ));
      return this.snippets.wordsAmong(stems, language, expanded);
    }

    // A reason with the title of its situation, in one of the languages.
    told({ kind, words, situation }, languages) {
      if (situation === undefined) return { kind, words, text: "" };
      const titles = languages.map((name) => this.titles[name]?.[situation]);
      return { kind, words, situation, text: titles.find(Boolean) ?? "" };
    }

    hit(thread, [document, beside = null]) {
      const { id, language, inForce } = this.catalogue.editionOf(document);
      const { catalogue } = this;
      const texts = catalogue.thread(thread).filter((other) => catalogue.isLoaded(other));
      const twins = texts.filter((other) => other !== document);
      return {
        document,
        beside,
        thread,
        edition: id,
        language,
        inForce,
        key: catalogue.keys[document],
        twins: twins.map((twin) => ({
          document: twin,
          edition: catalogue.editionOf(twin).id,
          key: catalogue.keys[twin],
        })),
      };
    }

    // What was probably meant, written as in the texts; a word that may not be typed out yet is no
    // slip, nor one that a language may know whose words aren't there yet.
    meant({ query, expanded }) {
      if (!this.isWhole) return "";
      const { languages, queryTerms } = expanded;
      const last = queryTerms[queryTerms.length - 1];
      if (last?.corrected && last.token.end === query.rest.trimEnd().length) {
        const { form } = last.token;
        if (languages.some((name) => this.lexicons[name].completions(form).length)) return "";
      }
      const names = [...languages, ...Object.keys(this.lexicons)];
      const lexicons = names.map((name) => this.lexicons[name]);
      const printed = (form) => lexicons.map((lexicon) => lexicon.printed(form)).find(Boolean);
      return suggestionOf(query, expanded, printed);
    }

    // The best sentences of a hit with the spans to be marked.
    snippet({ document }, expanded) {
      const language = this.catalogue.language(document);
      const telling = this.telling(expanded, language);
      return this.snippets.cut(this.passages.shown(document), language, telling);
    }

    telling(expanded, language) {
      expanded.telling ??= {};
      return (expanded.telling[language] ??= this.snippets.telling(expanded, language));
    }
  }

  // Limits a query to editions and languages, of those that it names itself where it does.
  function narrow(query, given) {
    for (const [name, asked] of Object.entries(given)) {
      const typed = query.filters[name];
      const isTwice = typed.length && asked.length;
      const both = isTwice ? typed.filter((value) => asked.includes(value)) : [...typed, ...asked];
      if (isTwice && !both.length) query.apart = { ...E.noFilters(), [name]: [...typed, ...asked] };
      else query.filters[name] = both;
    }
  }

  // The query with its misspelt words corrected, or nothing when none is; write says how a
  // corrected form is written.
  function suggestionOf({ rest }, { queryTerms }, write = (form) => form) {
    let text = rest;
    for (const { token, corrected } of [...queryTerms].reverse()) {
      if (corrected) text = text.slice(0, token.start) + write(corrected) + text.slice(token.end);
    }
    return text === rest ? "" : text.trim().replace(/\s+/g, " ");
  }

  E.Searcher = Searcher;
}
