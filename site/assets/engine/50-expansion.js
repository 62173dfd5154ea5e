// A query's words expanded: in which languages, as which terms, how much each one says.
{
  const { Speller, isWord, numberParts } = lawbase.engine;
  const COMMON = "common";
  const CACHED = 4096;

  class Expander {
    // common: what belongs to no language; unknown: the weight of a word that no text has.
    constructor(lexicons, common, unknown, { expansion, spelling, vocabulary }) {
      Object.assign(this, { lexicons, common, unknown });
      this.figures = expansion;
      this.questionWeight = vocabulary.question_weight;
      this.names = Object.keys(lexicons);
      this.spellers = {};
      for (const name of this.names) {
        this.spellers[name] = new Speller(lexicons[name], spelling);
      }
      this.guessed = new Map();
    }

    // The query terms of a query whose words these tokens of a text are, and its languages.
    expand(text, tokens) {
      const languages = this.languages(tokens);
      const isStop = ({ form }) => languages.some((name) => this.lexicons[name].stop.has(form));
      const concepts = this.concepts(tokens, languages);
      const numbers = [...tokens.keys()];
      const telling = numbers.filter((n) => !isStop(tokens[n]));
      const queryTerms = (telling.length ? telling : numbers).flatMap((n) =>
        this.queryTerms(text, tokens[n], languages, concepts.get(n) ?? []),
      );
      return { languages, queryTerms };
    }

    // The languages that know most of the words; a word that many know tells little.
    languages(tokens) {
      const scores = new Map(this.names.map((name) => [name, 0]));
      for (const { form } of tokens) {
        const known = this.evidence(form);
        for (const [name, evidence] of known) {
          scores.set(name, scores.get(name) + evidence / known.size);
        }
      }
      const best = Math.max(...scores.values());
      return this.names.filter((name) => scores.get(name) > best - this.figures.tie);
    }

    evidence(form) {
      const { stop_tells, guess_tells } = this.figures;
      const known = new Map();
      for (const name of this.names) {
        const lexicon = this.lexicons[name];
        const stop = lexicon.stop.has(form);
        if (stop || lexicon.stems(form).length) known.set(name, stop ? stop_tells : 1);
      }
      if (!known.size && isWord(form)) {
        for (const { field } of this.guesses(form)) known.set(field, guess_tells);
      }
      return known;
    }

    queryTerms(text, token, languages, concepts) {
      const { form } = token;
      if (!isWord(form)) return this.numberTerms(text, token);
      const known = this.known(form, languages);
      const guesses = known.length ? [] : this.guesses(form);
      const spoken = guesses.filter(({ field }) => languages.includes(field));
      const own = [known, spoken, guesses].find((expansions) => expansions.length) ?? [];
      let corrected = null;
      if (own.length && !known.length && !concepts.length) {
        corrected = this.correction(form, new Set(own.map(({ field }) => field)));
      }
      const meant = concepts.map((term) => expansion(COMMON, term, this.figures.concept));
      const expansions = [...meant, ...own, ...this.same(own), ...this.families(form, languages)];
      const weight = this.weight(form, own, concepts, languages);
      return [{ token, weight, expansions: best(expansions), trust: this.trust(form, expansions), corrected }];
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
          expansions: known ? [expansion(COMMON, form, this.figures.own)] : [],
          trust: known ? this.figures.own : 0,
          corrected: null,
        };
      });
    }

    // The stems of a word in the query's languages, or else in any that knows it.
    known(form, languages) {
      for (const names of [languages, this.names]) {
        const expansions = names.flatMap((name) =>
          this.lexicons[name].stems(form).map((stem) => expansion(name, stem, this.figures.own)),
        );
        if (expansions.length) return expansions;
      }
      return [];
    }

    guesses(form) {
      if (!this.guessed.has(form)) {
        if (this.guessed.size > CACHED) this.guessed.clear();
        this.guessed.set(form, this.guess(form));
      }
      return this.guessed.get(form);
    }

    // What a word that no language knows may be, in every language: an inflection, a slip, a near
    // relative, the beginning of a word not yet typed out.
    guess(form) {
      const { inflected, corrected, related, completed } = this.figures;
      const expansions = [];
      for (const name of this.names) {
        const lexicon = this.lexicons[name];
        const near = this.spellers[name].corrections(form).flatMap((f) => lexicon.stems(f));
        const add = (stems, factor) => expansions.push(...stems.map((stem) => expansion(name, stem, factor)));
        add(lexicon.inflected(form), inflected);
        add(near, corrected);
        add(lexicon.relatives(form), related);
        add(lexicon.completions(form), completed);
      }
      return best(expansions);
    }

    correction(form, languages) {
      const found = [...languages].flatMap((name) => this.spellers[name].corrections(form));
      return found.sort()[0] ?? null;
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
      if (languages.some((name) => this.lexicons[name].question.has(form))) {
        limits.push(this.questionWeight);
      }
      return Math.min(known.length ? Math.max(...known) : this.unknown, ...limits);
    }

    // Known words are trusted whole, guesses half; of short words, and mere families, less.
    trust(form, expansions) {
      const { own, concept, family, guessed, little_trust, telling } = this.figures;
      const best = Math.max(0, ...expansions.map(({ factor }) => factor));
      if (best >= concept) return own;
      if (best > family && form.length >= telling) return guessed;
      return best ? little_trust : 0;
    }

    // The concepts named in a query, the longest names first, by the numbers of their tokens.
    concepts(tokens, languages) {
      const found = new Map();
      const longest = Math.min(this.figures.longest_phrase, tokens.length);
      for (let length = longest; length > 0; length--) {
        for (let start = 0; start + length <= tokens.length; start++) {
          const numbers = Array.from({ length }, (_, n) => start + n);
          if (numbers.some((n) => found.has(n))) continue;
          const concepts = this.phrase(numbers.map((n) => tokens[n].form), languages);
          if (concepts.length) for (const n of numbers) found.set(n, concepts);
        }
      }
      return found;
    }

    phrase(forms, languages) {
      const concepts = new Set();
      for (const name of languages) {
        const lexicon = this.lexicons[name];
        const stems = forms.map((form) => {
          const known = lexicon.stems(form);
          return (known.length ? known : lexicon.inflected(form))[0];
        });
        if (stems.includes(undefined)) continue;
        const key = [...new Set(stems)].sort().join(" ");
        for (const concept of lexicon.phrases.get(key) ?? []) concepts.add(concept);
      }
      return [...concepts];
    }
  }

  const expansion = (field, term, factor) => ({ field, term, factor });

  // Each term once, with its best factor.
  function best(expansions) {
    const found = new Map();
    for (const expansion of expansions) {
      const name = `${expansion.field} ${expansion.term}`;
      const known = found.get(name);
      if (expansion.factor && (!known || known.factor < expansion.factor)) found.set(name, expansion);
    }
    return [...found.values()];
  }

  lawbase.engine.Expander = Expander;
}
