// A query's words expanded: in which languages, as which terms, how much each one says.
{
  const { isWord, kept, numberParts } = lawbase.engine;
  const COMMON = "common";
  const BETWEEN_WORDS = /^[^,;:.?!–—]*$/;

  class Expander {
    // common: what belongs to no language; unknown: the weight of a word that no text has; suits: the
    // terms for suits by their rank; insufficient: that for a bid too low; unintended: that for
    // one that wasn't meant.
    constructor(lexicons, common, { unknown, suits, insufficient, unintended, figures }) {
      const { expansion, vocabulary } = figures;
      Object.assign(this, { lexicons, common, unknown, insufficient, unintended });
      this.suits = new Map(Object.entries(suits));
      this.figures = expansion;
      this.questionWeight = vocabulary.question_weight;
      this.names = Object.keys(lexicons);
      this.evident = new Map();
      this.understood = new Map();
      this.smallWords = new Map();
    }

    // The query terms of a query whose words these tokens of a text are, its languages, and whether
    // it asks what something is; what it asks to be told apart; its clauses; its stop words, which only
    // tell situations apart, unless it asks so. Words naming a citation tell a language and nothing else.
    expand(text, typed, naming = []) {
      const languages = this.languages([...typed, ...naming]);
      const cues = (kind) => languages.flatMap((name) => this.lexicons[name][kind]);
      const unlike = without(typed, cues("difference"));
      const asked = without(unlike, cues("meaning"));
      const tokens = asked.map((token) => this.inWords(token, languages));
      const isStop = ({ form }) => languages.some((name) => this.lexicons[name].stop.has(form));
      const stems = {};
      for (const name of languages) {
        stems[name] = tokens.map(({ form }) => this.firstStem(name, form));
      }
      const meant = this.named(stems, tokens.length);
      const numbers = [...tokens.keys()];
      const telling = numbers.filter((n) => !isStop(tokens[n]));
      const made = this.bids(tokens, meant, languages);
      const bids = this.toldBids(tokens, made, languages);
      const isExample = (n) => made.some(({ start, end }) => start <= n && n < end);
      const told = new Set(telling.length ? telling : numbers);
      for (const [start, { end }] of bids) for (let n = start; n < end; n++) told.add(n);
      const defines = asked.length < typed.length;
      const unsaid = defines ? [] : numbers.filter((n) => !told.has(n));
      const small = new Set(unsaid.map((n) => tokens[n].form));
      for (const [start, { end }] of bids) for (let n = start; n < end; n++) told.delete(n);
      for (const start of bids.keys()) told.add(start);
      const queryTerms = [...told].sort((a, b) => a - b).flatMap((n) =>
        bids.has(n)
          ? this.bidTerm(tokens.slice(n, bids.get(n).end), bids.get(n).term)
          : this.queryTerms(text, tokens[n], languages, meant.get(n) ?? [], isExample(n)),
      );
      return {
        languages,
        queryTerms,
        defines,
        things: unlike.length < typed.length ? this.compared(queryTerms, languages) : [],
        clauses: this.clauses(text, tokens, queryTerms, languages),
        small: [...small].map((form) => this.smallWord(form, languages)).filter(({ length }) => length),
      };
    }

    // The bids that a query tells of: where each begins, what comes after it, its level and the rank
    // of its suit.
    bids(tokens, meant, languages) {
      const lexicons = languages.map((name) => this.lexicons[name]);
      const bids = [];
      for (let n = 0; n + 1 < tokens.length; n++) {
        const { form } = tokens[n];
        const level = lexicons.map(({ levels }) => levels.get(form)).find(Boolean);
        const next = tokens[n + 1].form;
        const own = lexicons.map(({ part }) => part.suits[next] ?? next);
        const terms = [...own, ...(meant.get(n + 1) ?? [])];
        const ranks = terms.map((term) => this.suits.get(term)).filter((rank) => rank !== undefined);
        if (!level || !ranks.length) continue;
        let end = n + 2;
        while (meant.has(n + 1) && meant.get(end)?.join() === meant.get(n + 1).join()) end++;
        bids.push({ start: n, end, level, rank: Math.max(...ranks) });
      }
      return bids;
    }

    // The stretches of tokens in which two bids tell what was wrong with the first: by where it begins,
    // what comes after it, and the term for a bid that is no higher than the one it was made over, or
    // for one that wasn't meant.
    toldBids(tokens, bids, languages) {
      const lexicons = languages.map((name) => this.lexicons[name]);
      const isOver = ({ form }) => lexicons.some(({ over }) => over.has(form));
      const isInstead = ({ form }) => lexicons.some(({ instead }) => instead.has(form));
      const found = new Map();
      for (let n = 0; n + 1 < bids.length; n++) {
        const [bid, other] = bids.slice(n);
        const higher = other.level - bid.level || other.rank - bid.rank;
        const between = tokens.slice(bid.end, other.start);
        let term = "";
        if (higher >= 0 && between.length && between.every(isOver)) {
          term = this.insufficient;
        } else if (higher && between.length <= this.figures.between && between.some(isInstead)) {
          term = this.unintended;
        }
        if (term) found.set(bid.start, { end: other.end, term });
      }
      return found;
    }

    // What two bids tell, in whatever words, as the concept that it is.
    bidTerm(tokens, term) {
      const weight = this.common.weight(term) ?? this.unknown;
      const form = tokens.map((token) => token.form).join(" ");
      const { own } = this.figures;
      return {
        token: { form, start: tokens[0].start, end: tokens.at(-1).end },
        weight,
        ranked: weight,
        expansions: [expansion(COMMON, term, own)],
        trust: own,
        corrected: null,
        concepts: [term],
        asks: false,
      };
    }

    // A number as a language of the query says it in a word, if it has one for it.
    inWords(token, languages) {
      if (isWord(token.form)) return token;
      const words = languages.map((name) => this.lexicons[name].said(token.form));
      return { ...token, form: words.find(Boolean) ?? token.form };
    }

    // The things that are asked to be told apart, each as a question what it is, if several. Names
    // that share their end ("a minor and a major penalty card") are left as they are.
    compared(queryTerms, languages) {
      const things = [];
      let last = "";
      for (const term of queryTerms) {
        const concepts = term.concepts.join();
        if (concepts && concepts === last) things.at(-1).push(term);
        else if (concepts) things.push([term]);
        last = concepts;
      }
      const share = (one, other) =>
        languages.some((name) => {
          const [a, b] = [one, other].map((thing) =>
            thing.map(({ token }) => this.firstStem(name, token.form) ?? ""),
          );
          const { phrases } = this.lexicons[name];
          return b.some((_, n) => n && phrases.has([...new Set([...a, ...b.slice(n)])].sort().join(" ")));
        });
      if (things.length < 2 || things.some((thing, n) => n && share(things[n - 1], thing))) return [];
      return things.map((thing) => ({ queryTerms: thing, defines: true }));
    }

    // The clauses of a query, where several could be asked by themselves: what stands between marks
    // and words that join clauses. What can't stand alone belongs to the one before.
    clauses(text, tokens, queryTerms, languages) {
      const joins = (form) => languages.some((name) => this.lexicons[name].joining.has(form));
      const starts = tokens
        .filter((token, n) => {
          if (!n) return false;
          return joins(token.form) || !BETWEEN_WORDS.test(text.slice(tokens[n - 1].end, token.start));
        })
        .map(({ start }) => start);
      const clauses = [[]];
      for (const term of queryTerms) {
        const last = clauses.at(-1).at(-1)?.token.start ?? 0;
        const isApart = starts.some((start) => last < start && start <= term.token.start);
        if (isApart && canStandAlone(clauses.at(-1))) clauses.push([]);
        clauses.at(-1).push(term);
      }
      if (clauses.length > 1 && !canStandAlone(clauses.at(-1))) {
        const rest = clauses.pop();
        clauses.at(-1).push(...rest);
      }
      return clauses.length > 1 ? clauses.map((clause) => ({ queryTerms: clause })) : [];
    }

    // The languages that know most of the words; a word that many know tells little.
    languages(tokens) {
      const scores = new Map(this.names.map((name) => [name, 0]));
      for (const { form } of tokens) {
        const { telling, evidence } = kept(this.evident, form, () => this.evidence(form));
        for (const name of telling) scores.set(name, scores.get(name) + evidence);
      }
      const best = Math.max(...scores.values());
      return this.names.filter((name) => scores.get(name) > best - this.figures.tie);
    }

    // The languages that a word speaks for, those with a guess for it if none knows it, and how much
    // for each.
    evidence(form) {
      const known = this.names.filter((name) => this.lexicons[name].knows(form));
      if (known.length) return { telling: known, evidence: 1 / known.length };
      const telling = this.names.filter((name) => isWord(form) && this.lexicons[name].resembles(form));
      return { telling, evidence: this.figures.guess_tells / telling.length };
    }

    queryTerms(text, token, languages, concepts, example) {
      if (!isWord(token.form)) {
        return this.numberTerms(text, token).map((term) => ({ ...term, example }));
      }
      const key = [token.form, languages, concepts].join(" ");
      const meaning = kept(this.understood, key, () => this.wordTerm(token.form, languages, concepts));
      return [{ token, ...meaning, example }];
    }

    // What a word is found by, and how much it says.
    wordTerm(form, languages, concepts) {
      const known = this.known(form, languages);
      const own = known.length ? known : this.guessed(form, languages);
      let corrected = null;
      if (!own.some(({ factor }) => factor >= this.figures.inflected)) {
        const fields = languages.filter((name) => own.some(({ field }) => field === name));
        corrected = this.correction(form, fields);
      }
      const expansions = [
        ...concepts.map((term) => expansion(COMMON, term, this.figures.concept)),
        ...own,
        ...this.same(own),
        ...this.families(form, languages),
      ];
      const isNear = ({ field }) => field === COMMON || languages.includes(field);
      const weight = this.weight(form, own, concepts, languages);
      return {
        weight,
        ranked: concepts.length ? weight : Math.min(weight, this.figures.plain),
        expansions: best(expansions),
        trust: this.trust(form, known.length ? expansions : expansions.filter(isNear)),
        corrected,
        concepts,
        asks: this.asks(form, languages),
      };
    }

    // A number as it is written, or else the numbers that it was put together from.
    numberTerms(text, token) {
      let forms = [token.form];
      if (this.common.weight(token.form) === undefined) {
        const parts = numberParts(text.slice(token.start, token.end));
        if (parts.length) forms = parts;
      }
      return forms.map((form) => {
        const weight = this.common.weight(form);
        const known = weight !== undefined;
        return {
          token,
          weight: weight ?? this.unknown,
          ranked: Math.min(weight ?? this.unknown, this.figures.plain),
          expansions: known ? [expansion(COMMON, form, this.figures.own)] : [],
          trust: known ? this.figures.own : 0,
          corrected: null,
          concepts: [],
          asks: false,
        };
      });
    }

    // The stems of a word in the query's languages, or else in any that knows it.
    known(form, languages) {
      const found = this.stems(form, languages);
      return found.length ? found : this.stems(form, this.names);
    }

    // The stems of a word in those languages that know it.
    stems(form, languages) {
      return languages.flatMap((name) =>
        this.lexicons[name].stems(form).map((stem) => expansion(name, stem, this.figures.own)),
      );
    }

    smallWord(form, languages) {
      const key = `${languages} ${form}`;
      return kept(this.smallWords, key, () => this.stems(form, languages));
    }

    // What a word that no language knows may be in the query's languages, or else in any.
    guessed(form, languages) {
      const found = languages.flatMap((name) => this.guess(form, name));
      return found.length ? found : this.names.flatMap((name) => this.guess(form, name));
    }

    // What it may be in a language: an inflection, a slip, a near relative, the beginning of a word not
    // yet typed out.
    guess(form, name) {
      const { inflected, corrected, related, completed } = this.figures;
      const lexicon = this.lexicons[name];
      const near = lexicon.corrections(form).flatMap((f) => lexicon.stems(f));
      const as = (factor) => (stem) => expansion(name, stem, factor);
      return [
        ...lexicon.inflected(form).map(as(inflected)),
        ...near.map(as(corrected)),
        ...lexicon.relatives(form).map(as(related)),
        ...lexicon.completions(form).map(as(completed)),
      ];
    }

    // What a word was probably meant to be; one with another ending is an inflection of it, and a
    // short one is near too many others.
    correction(form, languages) {
      if (form.length < this.figures.telling) return null;
      const inflections = [form, form.slice(0, -1)];
      const isSlip = (near) => ![near, near.slice(0, -1)].some((each) => inflections.includes(each));
      const found = languages.flatMap((name) => this.lexicons[name].corrections(form));
      return found.filter(isSlip).sort()[0] ?? null;
    }

    // The stems that ask for the same as a word that is known, or surely guessed.
    same(known) {
      const { same, own, corrected } = this.figures;
      return known
        .filter(({ factor }) => factor >= corrected)
        .flatMap(({ field, term, factor }) =>
          this.lexicons[field]
            .same(term)
            .map((stem) => expansion(field, stem, Math.floor((same * factor) / own))),
        );
    }

    families(form, languages) {
      return languages.flatMap((name) =>
        this.lexicons[name].family(form).map((stem) => expansion(name, stem, this.figures.family)),
      );
    }

    // What a word says: no more than the concept that it is a rare name of.
    weight(form, own, concepts, languages) {
      const known = own.map(({ field, term }) => this.lexicons[field].weight(term));
      const meant = concepts.map((term) => this.common.weight(term));
      const limits = meant.filter((weight) => weight !== undefined);
      if (this.asks(form, languages)) limits.push(this.questionWeight);
      return Math.min(known.length ? Math.max(...known) : this.unknown, ...limits);
    }

    asks(form, languages) {
      return languages.some((name) => this.lexicons[name].question.has(form));
    }

    // Known words are trusted, and guesses; of short words, and mere families, less.
    trust(form, expansions) {
      const { own, concept, family, little_trust, telling } = this.figures;
      const best = Math.max(0, ...expansions.map(({ factor }) => factor));
      if (best >= concept || (best > family && form.length >= telling)) return own;
      return best ? little_trust : 0;
    }

    // What names in a query stand for, the longest first, by the numbers of their tokens; stems are
    // the tokens' by language.
    named(stems, count) {
      const found = new Map();
      for (let length = Math.min(this.figures.longest_phrase, count); length > 0; length--) {
        for (let start = 0; start + length <= count; start++) {
          const numbers = Array.from({ length }, (_, n) => start + n);
          if (numbers.some((n) => found.has(n))) continue;
          const meant = this.meant(stems, start, start + length);
          if (meant.length) for (const n of numbers) found.set(n, meant);
        }
      }
      return found;
    }

    meant(stems, start, end) {
      const meant = new Set();
      for (const [name, row] of Object.entries(stems)) {
        const window = row.slice(start, end);
        if (window.includes(null)) continue;
        const key = [...new Set(window)].sort().join(" ");
        for (const term of this.lexicons[name].phrases.get(key) ?? []) meant.add(term);
      }
      return [...meant];
    }

    // The commonest stem of a word, an unknown one inflected or corrected.
    firstStem(name, form) {
      const lexicon = this.lexicons[name];
      let stems = lexicon.stems(form);
      if (!stems.length) stems = lexicon.inflected(form);
      if (!stems.length && isWord(form)) {
        const near = lexicon.corrections(form);
        if (near.length === 1) stems = lexicon.stems(near[0]);
      }
      return stems[0] ?? null;
    }
  }

  // The tokens without the first of some words to ask with, if any other are left.
  function without(tokens, cues) {
    for (const cue of cues) {
      for (let start = 0; start + cue.length <= tokens.length; start++) {
        let same = 0;
        while (same < cue.length && tokens[start + same].form === cue[same]) same++;
        if (same === cue.length && cue.length < tokens.length) {
          return [...tokens.slice(0, start), ...tokens.slice(start + cue.length)];
        }
      }
    }
    return tokens;
  }

  const canStandAlone = (clause) => clause.length > 1 && clause.some(({ concepts }) => concepts.length);
  const expansion = (field, term, factor) => ({ field, term, factor });

  // Each term once, with its best factor.
  function best(expansions) {
    const found = new Map();
    for (const expansion of expansions) {
      const name = `${expansion.field} ${expansion.term}`;
      const known = found.get(name);
      if (expansion.factor && !(known?.factor >= expansion.factor)) found.set(name, expansion);
    }
    return [...found.values()];
  }

  lawbase.engine.Expander = Expander;
}
