// Look-ups in the words of one language.
{
  const { kept, numbersOf, placeIn } = lawbase.engine;

  class Lexicon {
    constructor(part, wording, figures) {
      Object.assign(this, { part, wording, figures, forms: wording.forms });
      this.alike = new Map();
      this.corrected = new Map();
      this.stemmed = new Map();
      this.named = new Map();
      this.stop = new Set(part.stop);
      this.question = new Set(part.question);
      this.joining = new Set(part.joining);
      this.endings = new Set(part.endings);
      this.spellings = new Map(Object.entries(part.spellings));
      this.over = new Set(part.over);
      this.instead = new Set(part.instead);
      this.levels = new Map(Object.entries(part.levels));
      this.meaning = part.meaning.map((cue) => cue.split(" "));
      this.difference = part.difference.map((cue) => cue.split(" "));
    }

    // The numbers of the stems.
    get terms() {
      return this.wording.terms;
    }

    // The word for a number in digits, if the language has one for it.
    said(number) {
      return this.spellings.get(number);
    }

    // The other stems that ask for the same.
    same(stem) {
      this.groups ??= this.grouped();
      return this.groups.get(stem) ?? [];
    }

    grouped() {
      const { stems } = this.wording;
      const found = new Map();
      for (const group of this.part.same) {
        for (const term of group) {
          const others = group.filter((other) => other !== term).map((other) => stems[other]);
          found.set(stems[term], [...(found.get(stems[term]) ?? []), ...others]);
        }
      }
      return found;
    }

    // The sorted stems of glossary words, joined by blanks, and the terms of their concepts.
    get phrases() {
      this.readPhrases ??= phrasesOf(this.part.phrases, this.wording.stems);
      return this.readPhrases;
    }

    // By number, how much a stem says.
    get weights() {
      this.told ??= numbersOf(this.part.weights);
      return this.told;
    }

    weight(stem) {
      return this.weights[this.terms.get(stem)];
    }

    // The stems of a known form, in this spelling or one that is exchanged for it.
    stems(form) {
      return kept(this.stemmed, form, () => this.stemsOf(form));
    }

    stemsOf(form) {
      let known = this.known(form);
      this.spellings.forEach((kept, typed) => {
        if (!known && form.includes(typed)) known = this.known(form.replaceAll(typed, kept));
      });
      return known ?? [];
    }

    // Whether the language has a word.
    knows(form) {
      return this.stop.has(form) || this.stems(form).length > 0;
    }

    known(form) {
      const place = this.placeOf(form);
      return place === undefined ? null : this.wording.stemsAt(place);
    }

    // A known form as a text prints it.
    printed(form) {
      return this.wording.words[this.placeOf(form)];
    }

    // Where a known form stands first.
    placeOf(form) {
      const place = placeIn(this.forms, form);
      return this.forms[place] === form ? place : undefined;
    }

    // The known stem that an unknown form begins with, when the rest is a usual ending; else the stems of
    // what is left without a usual beginning, or the one that this begins with.
    inflected(form) {
      const whole = this.begun(form);
      if (whole.length) return whole;
      for (const beginning of this.part.beginnings) {
        const rest = form.slice(beginning.length);
        if (!form.startsWith(beginning) || rest.length < this.figures.shortest_rest) continue;
        const known = this.stems(rest);
        const stems = known.length ? known : this.begun(rest);
        if (stems.length) return stems;
      }
      return [];
    }

    begun(form) {
      for (let cut = form.length - 1; cut >= this.figures.shortest_stem; cut--) {
        if (this.endings.has(form.slice(cut)) && this.terms.has(form.slice(0, cut))) {
          return [form.slice(0, cut)];
        }
      }
      return [];
    }

    // The known forms that an unknown one is a slip away from, in alphabetical order.
    corrections(form) {
      if (form.length < this.figures.shortest_corrected) return [];
      return kept(this.corrected, form, () => this.slips(form).sort());
    }

    slips(form) {
      const [second, rest] = [form.charCodeAt(1), form.slice(3)];
      const found = [];
      for (let long = form.length - 1; long <= form.length + 1; long++) {
        const alike = this.formsFrom(form[0])[long] ?? [];
        for (let n = 0; n < alike.length; n++) {
          const known = alike[n];
          // most differ at their second letter already, and again in what stands after a slip there
          const isNear = known.charCodeAt(1) === second || known.endsWith(rest);
          if (isNear && isSlip(form, known)) found.push(known);
        }
      }
      return found;
    }

    // The stems of the known forms that an unknown one differs from only in its end.
    relatives(form) {
      const end = Math.max(2, Math.floor(form.length / 4));
      const start = form.slice(0, -end);
      if (start.length < this.figures.shortest_relative) return [];
      return this.starting(start, start.length + end);
    }

    // Whether there is a guess for an unknown form; what is told most easily is tried first.
    resembles(form) {
      if (this.isBeginning(form) || this.inflected(form).length) return true;
      return this.relatives(form).length > 0 || this.corrections(form).length > 0;
    }

    isBeginning(form) {
      const { forms } = this;
      return form.length >= this.figures.shortest_stem && !!forms[placeIn(forms, form)]?.startsWith(form);
    }

    // The stems of the known forms that begin with one that may not be typed out.
    completions(form) {
      return form.length < this.figures.shortest_stem ? [] : this.starting(form);
    }

    // All stems of the forms that begin with more than half of the letters of this one.
    family(form) {
      const { shortest_prefix, longest_prefix } = this.figures;
      const half = Math.floor(form.length / 2) + 1;
      const shared = Math.min(Math.max(half, shortest_prefix), longest_prefix);
      return form.length < shared ? [] : this.starting(form.slice(0, shared));
    }

    starting(start, longest = Infinity) {
      const found = new Set();
      const { forms } = this;
      for (let n = placeIn(forms, start); n < forms.length && forms[n].startsWith(start); n++) {
        if (forms[n].length <= longest) for (const stem of this.wording.stemsAt(n)) found.add(stem);
      }
      return [...found];
    }

    // The known forms that begin with a letter, each once, by their length.
    formsFrom(letter) {
      return kept(this.alike, letter, () => {
        const { forms } = this;
        const found = [];
        for (let n = placeIn(forms, letter); n < forms.length && forms[n][0] === letter; n++) {
          if (forms[n] !== forms[n - 1]) (found[forms[n].length] ??= []).push(forms[n]);
        }
        return found;
      });
    }

    // The stems of each of a concept's names, by the concept's term.
    get names() {
      if (!this.namesOfConcepts) {
        this.namesOfConcepts = new Map();
        for (const [stems, concepts] of this.phrases) {
          for (const concept of concepts) {
            kept(this.namesOfConcepts, concept, () => []).push(stems.split(" "));
          }
        }
      }
      return this.namesOfConcepts;
    }

    // The stems that a text must have to name a concept, by each of its names.
    naming(concept) {
      return kept(this.named, concept, () => this.tellingNames(concept));
    }

    tellingNames(concept) {
      this.untelling ??= new Set([...this.stop].flatMap((form) => this.stems(form)));
      const names = this.names.get(concept) ?? [];
      const telling = names.map((stems) => stems.filter((stem) => !this.untelling.has(stem)));
      return telling.filter(({ length }) => length);
    }
  }

  // Of every concept: how many phrases, and of each how many stems, and which.
  function phrasesOf(text, terms) {
    const phrases = new Map();
    const numbers = numbersOf(text);
    for (let place = 0, concept = 0; place < numbers.length; concept++) {
      for (let left = numbers[place++]; left; left--) {
        let stems = "";
        for (let more = numbers[place++]; more; more--) stems += ` ${terms[numbers[place++]]}`;
        const phrase = stems.slice(1);
        phrases.set(phrase, [...(phrases.get(phrase) ?? []), `@${concept}`]);
      }
    }
    return phrases;
  }

  // Whether two words that begin alike are a slip apart: a letter left out, put in or exchanged, or
  // two neighbours swapped.
  function isSlip(form, known) {
    const longer = known.length - form.length;
    let n = 0;
    while (n < form.length && form[n] === known[n]) n++;
    if (longer < 0) return endAlike(form, n + 1, known, n);
    if (isPlain(known[n]) && endAlike(form, n + 1 - longer, known, n + 1)) return true;
    const isSwapped = !longer && form[n] === known[n + 1] && form[n + 1] === known[n];
    return isSwapped && endAlike(form, n + 2, known, n + 2);
  }

  // Whether a word from a letter on is the other one from another letter on.
  function endAlike(form, own, known, other) {
    let n = 0;
    while (own + n < form.length && form[own + n] === known[other + n]) n++;
    return own + n >= form.length && other + n >= known.length;
  }

  const isPlain = (letter) => letter >= "a" && letter <= "z";

  lawbase.engine.Lexicon = Lexicon;
}
