// Finding: which threads answer a query, best first, or why none does.
{
  const { ancestors, endsBeforeItBegins, isUnfiltered, noFilters, parseAddress, spelt } =
    lawbase.engine;
  const CACHED = 64;
  // The share of the greatest likeness that makes a situation about as like a query.
  const ABOUT_AS_LIKE = 0.75;
  const NONE = { kind: "none" };

  class Finder {
    // beyond: the kinds of things beyond the laws, by the terms of their concepts.
    constructor(catalogue, ranker, phrases, { beyond, figures: { finding, expansion, query } }) {
      const allowed = new Map();
      Object.assign(this, { catalogue, ranker, phrases, beyond, figures: finding, allowed });
      this.best = new Float64Array(catalogue.byThread.size);
      this.places = new Int32Array(catalogue.byThread.size);
      this.kinds = query.kinds;
      this.own = expansion.own;
    }

    // The answer to a query whose words were expanded: threads with their scores, the scores of
    // single texts, and messages that say what isn't there.
    find(query, expanded) {
      const refused = this.refused(query);
      if (refused) return nothing([refused]);
      if (query.citations.length) return this.cited(query, expanded);
      if (query.phrases.length) return this.quoted(query, expanded);
      return expanded.queryTerms.length ? this.worded(query, expanded) : this.listed(query);
    }

    refused({ refused, apart, filters }) {
      const [first] = refused;
      if (first && endsBeforeItBegins(first)) return { kind: "backwards", value: first };
      if (first) return { kind: "refused", value: first };
      if (apart) return { kind: "empty", value: this.spelt(apart) };
      const { editions } = this.catalogue;
      const unknown = (values, known) => values.find((value) => !known.includes(value));
      const edition = unknown(filters.editions, editions.map(({ id }) => id));
      const known = (names) => [...new Set(names)].join(", ");
      if (edition) {
        return { kind: "edition", value: edition, known: known(editions.map(({ id }) => id)) };
      }
      const spoken = editions.map((e) => e.language);
      const language = unknown(filters.languages, spoken);
      if (language) return { kind: "language", value: language, known: known(spoken) };
      const years = editions.map((e) => e.year).filter(Boolean).sort((a, b) => a - b);
      const year = filters.years.find((value) => !years.includes(value));
      if (year !== undefined) return { kind: "year", value: String(year), known: known(years) };
      const last = this.catalogue.lastLaw;
      const law = filters.laws.find(([from, to]) => to < 1 || from > last);
      if (law) return { kind: "laws", value: this.spelt({ ...noFilters(), laws: [law] }), last };
      if (this.allowedThreads(filters).some(Boolean)) return null;
      return { kind: "empty", value: this.without(filters, this.catalogue.keys.map((_, d) => d)) };
    }

    spelt(filters) {
      return spelt(filters, this.kinds);
    }

    // The filters that leave none of the documents, as they are typed.
    without(filters, documents) {
      return this.spelt(this.catalogue.excluding(filters, documents));
    }

    cited(query, expanded) {
      const scores = new Float64Array(this.catalogue.size);
      const messages = [];
      query.citations.forEach((address, place) => {
        for (const [document, score] of this.around(address, query.filters, messages)) {
          const least = score - place * this.figures.step;
          scores[document] = Math.max(scores[document], least);
        }
      });
      if (scores.some(Boolean) && expanded.queryTerms.length) {
        const { scores: beside } = this.ranker.rank(expanded);
        beside.forEach((score, document) => {
          scores[document] ||= this.figures.beside * Math.min(score, 1);
        });
      }
      return this.answer(scores, query.filters, "citation", messages);
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
      const lacking = catalogue.lacking(address, filters).map(({ id }) => id);
      if (lacking.length) {
        messages.push({ kind: "lacking", address, value: lacking.join(", ") });
      } else if (!exact.length) messages.push(this.missing(address, filters));
      if (!exact.length) {
        for (const document of catalogue.at(address)) yield [document, twin];
      }
      for (const document of allowed(catalogue.below(address))) yield [document, below];
      let score = exact.length ? above : nearest;
      for (const [distance, higher] of ancestors(address).entries()) {
        const near = allowed(catalogue.at(higher));
        for (const document of near) yield [document, score - distance * step];
        if (near.length) score = above;
      }
    }

    missing(address, filters) {
      const { catalogue } = this;
      const there = catalogue.at(address);
      if (there.length) return { kind: "elsewhere", address, value: this.without(filters, there) };
      if (catalogue.at({ law: address.law, steps: [] }).length) return { kind: "address", address };
      return { kind: "law", address, last: catalogue.lastLaw };
    }

    quoted(query, expanded) {
      const having = query.phrases.map((phrase) => new Set(this.phrases.find(phrase)));
      const documents = [...having[0]].filter((d) => having.every((found) => found.has(d)));
      const quoted = query.phrases.join("”, “");
      if (!documents.length) {
        return this.worded(query, expanded, [{ kind: "phrase", value: quoted }]);
      }
      const { scores } = this.ranker.rank(expanded);
      const wanted = new Float64Array(scores.length);
      for (const document of documents) wanted[document] = 1 + scores[document];
      return this.answer(wanted, query.filters, "phrase");
    }

    // Everything within filters, when nothing else was asked.
    listed({ filters }) {
      if (isUnfiltered(filters)) return nothing([NONE]);
      return this.answer(new Float64Array(this.catalogue.size).fill(1), filters, "filter");
    }

    // What words are answered with; where messages tell something of them, it isn't sure.
    worded(query, expanded, messages = []) {
      const ranked = this.ranker.rank(expanded);
      const refusal = this.refusal(expanded, ranked);
      if (refusal) {
        return nothing(messages.length ? messages : this.whyNone(refusal, query, expanded));
      }
      const { editions, languages, years, force } = query.filters;
      const isNarrowed = [editions, languages, years, force].some((given) => given.length);
      const anywhere = { ...query.filters, editions: [], languages: [], years: [], force: [] };
      const widest = this.answer(ranked.scores, anywhere, "words", messages);
      const told = isNarrowed
        ? [...messages, ...this.beyondReach(widest, query.filters, expanded.languages)]
        : messages;
      const answer = isNarrowed ? this.answer(ranked.scores, query.filters, "words", told) : widest;
      const isDoubtful = answer.grade === "sure" && this.sureness(answer, widest) < this.figures.sure;
      const graded = { ...answer, ranked, grade: isDoubtful ? "likely" : answer.grade };
      if (!answer.found.length) return graded;
      const { things, clauses } = expanded;
      if (things.length) return { ...graded, found: this.toldApart(graded, query.filters, things) };
      return clauses.length ? { ...graded, ...this.withClauses(graded, query.filters, clauses) } : graded;
    }

    // The threads of an answer with what tells what each of some things is in front, if something
    // tells each.
    toldApart({ found }, filters, things) {
      const leading = new Map();
      for (const thing of things) {
        const { scores, led } = this.ranker.rank(thing, this.ranker.aside);
        const named = new Float64Array(scores.length);
        for (const [document, { gain }] of led.term) named[document] = gain;
        const [first] = this.answer(led.term.size ? named : scores, filters, "words").found;
        if (!first) return found;
        leading.set(first[0], found[0][1]);
      }
      return [...leading, ...found.filter(([thread]) => !leading.has(thread))];
    }

    // The threads of an answer, and right after the first one what answers single clauses: of each the
    // best, when it is sure enough and of another law than those before it; and the words of each.
    withClauses({ found: [first, ...others] }, filters, clauses) {
      const laws = new Set(this.catalogue.lawsOf(first[0]));
      const led = new Map();
      for (const { queryTerms } of clauses) {
        const { scores } = this.ranker.rank({ queryTerms }, this.ranker.aside);
        const [best] = this.answer(scores, filters, "words").found;
        if (!best || best[1] < this.figures.clause) continue;
        const own = this.catalogue.lawsOf(best[0]);
        if (own.some((law) => laws.has(law))) continue;
        for (const law of own) laws.add(law);
        led.set(best[0], queryTerms.map(({ token }) => token));
      }
      const second = [...led.keys()].map((thread) => [thread, first[1]]);
      const rest = others.filter(([thread]) => !led.has(thread));
      return { found: [first, ...second, ...rest], clauses: led };
    }

    // What is said when the best answer of all texts lies beyond the editions asked for.
    beyondReach(widest, filters, languages) {
      const { catalogue } = this;
      const partial = catalogue.reaching(filters);
      if (!partial || !widest.found.length) return [];
      const [best] = widest.found[0];
      const [first, last] = partial.laws;
      const isReached = (law) => !law || (first <= law && law <= last);
      if (this.catalogue.lawsOf(best).some(isReached)) return [];
      const [document] = this.textsToShow(best, widest, noFilters(), languages);
      const address = parseAddress(catalogue.keys[document].split("#")[0]);
      const other = catalogue.editionOf(document).id;
      return [{ kind: "reach", value: partial.id, first, last, address, other }];
    }

    // Why words aren't answered, or null when they are. What mostly names concepts of the laws is. Of
    // the rest, what is about as like a question beyond the laws as any situation is not, or more like
    // one, the more it names concepts; what names a thing beyond the laws needn't be as like one. Else
    // what is found speaks for an answer: the share of the query that stands together somewhere, the
    // best score, what a situation tells of it; question words, strange and doubtful ones speak
    // against one.
    refusal({ queryTerms }, { scores, covered, told, astray, beyond }) {
      const { figures } = this;
      const concepts = queryTerms.flatMap((term) => term.concepts);
      const [thing] = concepts.map((concept) => this.beyond[concept]).filter(Boolean);
      const sum = (worth) => queryTerms.reduce((total, term) => total + worth(term), 0);
      const weight = sum((term) => term.weight) || 1;
      const named = sum((term) => (term.concepts.length ? term.weight : 0)) / weight;
      const best = greatest(scores);
      if (best && named >= figures.named && !thing) return null;
      const outweighed = thing ? figures.thing : figures.outweighed + figures.naming * named;
      if (astray > Math.max(outweighed * told, figures.astray)) {
        return { kind: `beyond-${thing ?? beyond}` };
      }
      const idle = sum((term) => (this.isIdle(term) ? 1 : 0)) / (queryTerms.length || 1);
      const found = covered + figures.first * Math.min(best, 1) + told - idle;
      return found >= figures.enough ? null : NONE;
    }

    // Whether a query term names nothing: a question word, a strange one, or a doubtful guess.
    isIdle({ asks, trust }) {
      return asks || trust < this.own;
    }

    // What is said when words aren't answered, and which of them are strange or guessed.
    whyNone(refusal, { rest }, { queryTerms }) {
      if (refusal !== NONE) return [refusal];
      const tokens = queryTerms.filter(({ trust }) => trust < this.own).map(({ token }) => token);
      const words = new Set(tokens.map(({ start, end }) => rest.slice(start, end)));
      return words.size ? [NONE, { kind: "doubtful", value: [...words].join(", ") }] : [NONE];
    }

    // How sure the first hit is: by its score, and how near the best of another law comes, in any
    // edition: leaving some out makes no answer surer.
    sureness({ found: [[first, most]] }, widest) {
      const laws = this.catalogue.lawsOf(first);
      const isOther = ([thread]) => !this.catalogue.lawsOf(thread).some((law) => laws.includes(law));
      const rival = widest.found.find(isOther)?.[1] ?? 0;
      return most * (1 - this.figures.rival * (rival / most));
    }

    // The threads of scored documents that have a text within the filters, best first.
    answer(scores, filters, asked, messages = []) {
      const { best } = this;
      const { threads } = this.catalogue;
      const allowed = this.allowedThreads(filters);
      best.fill(0);
      for (let document = 0; document < scores.length; document++) {
        const score = scores[document];
        const thread = threads[document];
        if (score && score > best[thread] && allowed[thread]) best[thread] = score;
      }
      const least = this.figures.least * greatest(best);
      const worthy = [];
      for (let thread = 0; thread < best.length; thread++) {
        if (best[thread] && best[thread] >= least) worthy.push([thread, best[thread]]);
      }
      worthy.sort(better);
      const leads = asked !== "citation" && this.catalogue.isInForce(filters);
      const answered = leads ? this.inForceFirst(worthy) : worthy;
      const grade = !answered.length ? "none" : messages.length ? "likely" : "sure";
      const told = answered.length || messages.length ? messages : this.nothing(scores, filters);
      return { found: answered, scores, messages: told, grade, asked };
    }

    // What is said when nothing answers: at all, or within filters.
    nothing(scores, filters) {
      if (isUnfiltered(filters)) return [NONE];
      const { catalogue } = this;
      const threads = new Set(catalogue.threads.filter((_, document) => scores[document]));
      const texts = [...threads].flatMap((thread) => catalogue.thread(thread));
      return [texts.length ? { kind: "within", value: this.without(filters, texts) } : NONE];
    }

    // Threads with the best one that has a text in force first, if it is about as good as any; those
    // that it comes before score no more than it does.
    inForceFirst(found) {
      const lead = found.find(([thread]) => !this.catalogue.isSuperseded(thread));
      if (!lead || lead === found[0] || lead[1] < this.figures.in_force * found[0][1]) return found;
      const others = found.filter((item) => item !== lead);
      return [lead, ...others.map(([thread, score]) => [thread, Math.min(score, lead[1])])];
    }

    // By thread, whether a text of it is within some filters.
    allowedThreads(filters) {
      const name = JSON.stringify(filters);
      if (!this.allowed.has(name)) {
        if (this.allowed.size > CACHED) this.allowed.clear();
        const allowed = new Uint8Array(this.catalogue.byThread.size);
        this.catalogue.threads.forEach((thread, document) => {
          if (this.catalogue.allows(filters, document)) allowed[thread] = 1;
        });
        this.allowed.set(name, allowed);
      }
      return this.allowed.get(name);
    }

    // The texts of a thread that a reader of some languages is shown, the leading one first. A thread
    // may have several texts in an edition: the one that answers best stands for it. What was cited
    // or quoted is shown only where it stands.
    textsToShow(thread, { scores, asked }, filters, languages) {
      const { catalogue } = this;
      const score = (document) => scores[document];
      const allowed = catalogue.thread(thread).filter((d) => catalogue.allows(filters, d));
      const isLiteral = asked === "citation" || asked === "phrase";
      const least = isLiteral ? Math.max(...allowed.map(score)) - this.figures.step : 0;
      const best = new Map();
      for (const document of allowed) {
        const edition = catalogue.edition[document];
        const known = best.get(edition);
        if (score(document) < least) continue;
        if (known === undefined || score(document) > score(known)) best.set(edition, document);
      }
      return catalogue.preferred([...best.values()], languages);
    }

    // The situations most like the query. Of those that are about as like it as the likeliest one,
    // those come first that lead straight to what answers best, and of these the one with the
    // shortest title, by number: a general question is answered by a general situation, though a
    // special one may happen to be told in fewer words.
    situations({ ranked, found }, titles) {
      if (!ranked?.nearest.length) return [];
      const places = this.places.fill(found.length);
      for (let place = 0; place < found.length; place++) places[found[place][0]] = place;
      const least = ABOUT_AS_LIKE * ranked.nearest[0].likeness;
      const alike = ranked.nearest.filter(({ likeness }) => likeness >= least);
      const placed = alike.map(({ situation }) => ({
        situation,
        place: this.placeOf(situation, places),
        length: titles[situation]?.length ?? 0,
      }));
      placed.sort((one, other) => one.place - other.place || one.length - other.length);
      return [...placed, ...ranked.nearest.slice(alike.length)].map(({ situation }) => situation);
    }

    // The best place of what a situation leads straight to, among those of threads.
    placeOf(situation, places) {
      const { starts, items } = this.ranker.situations.straight;
      let best = Infinity;
      for (let n = starts[situation]; n < starts[situation + 1]; n++) {
        best = Math.min(best, places[this.catalogue.threads[items[n]]]);
      }
      return best;
    }

    // Why a thread was found: through what, and the words of the query that led there. What gives
    // most to the thread's best text is why: its words, if most of those that led stand there
    // themselves; ownWords tells which do.
    reason(thread, answer, expanded, ownWords) {
      if (!answer.ranked) return { kind: answer.asked, words: [] };
      const found = this.reasonOf(thread, answer, expanded, ownWords);
      const tokens = answer.clauses?.get(thread) ?? found.tokens;
      return { ...found, words: [...new Set(tokens.map(({ form }) => form))] };
    }

    reasonOf(thread, { scores, ranked }, expanded, ownWords) {
      const score = (document) => scores[document];
      const texts = this.catalogue.thread(thread);
      const best = texts.reduce((one, other) => (score(other) > score(one) ? other : one));
      const own = { kind: "words", gain: ranked.own[best], document: best };
      const led = Object.entries(ranked.led)
        .filter(([, led]) => led.has(best))
        .map(([kind, led]) => ({ kind: kind === "title" ? "situation" : kind, ...led.get(best) }));
      const reasons = [...(own.gain ? [own] : []), ...led].sort((one, other) => other.gain - one.gain);
      for (const found of reasons) {
        const led = this.ranker.tokens(expanded, found);
        const tokens = found.kind === "words" ? ownWords(best, expanded) : led;
        if (2 * tokens.length > led.length) return { ...found, tokens };
      }
      return { kind: "neighbour", document: best, tokens: this.tokensAround(best, expanded) };
    }

    // The words of a query that a document has, or what stands below it.
    tokensAround(document, expanded) {
      const around = [...this.catalogue.around(document)];
      const found = new Set(around.flatMap((near) => this.ranker.tokens(expanded, { document: near })));
      return expanded.queryTerms.map(({ token }) => token).filter((token) => found.has(token));
    }
  }

  // Of threads with their scores: the best first, of equals the first.
  const better = (one, other) =>
    one[1] > other[1] ? -1 : one[1] < other[1] ? 1 : one[0] - other[0];

  function greatest(scores) {
    let most = 0;
    for (let n = 0; n < scores.length; n++) if (scores[n] > most) most = scores[n];
    return most;
  }

  const nothing = (messages) => ({
    found: [],
    scores: [],
    messages,
    grade: "none",
    asked: "words",
  });

  lawbase.engine.Finder = Finder;
}
