// Citations in a query: every way to read a stretch as an address is listed, the longest first,
// and the first acceptable one is taken.
{
  const { parseAddress } = lawbase.engine;
  const W = "\\p{L}\\p{N}_";
  const LETTER = "\\p{L}\\p{Nl}\\p{No}";
  const LABEL = `[\\s.(\\[]*(?:[0-9]{1,2}(?!\\p{Nd})|[A-Za-z]{1,5}(?![${LETTER}]))[)\\]]*`;
  const APART = `(?:((?<![${W}.,%]))|(?<!\\p{Nd}))`;
  const ADDRESS = `${APART}[0-9]{1,3}(?![\\p{Nd}%]|\\s+%)(?:${LABEL}){0,4}`;
  const DIGIT = /[0-9]/;
  const LABEL_END = /(?:\d+|[A-Za-z]+)[)\]]*/g;
  const THROUGH = new RegExp(`\\s*[-–—]\\s*(\\d{1,3})(?![${W}.,%])`, "uy");
  const ATTACHED = new RegExp(`^[.(\\[]?[${W}]`, "u");
  const EDGES = /^[ \t.,;:?!]+|[ \t.,;:?!]+$/g;

  class CitationReader {
    // exists: whether any edition has an address. Words are compared folded.
    constructor({ lawWords, units, joining }, analyzer, exists, { highest_bid, least_score }) {
      const folded = (words) => new Set(words.map((word) => analyzer.fold(word)));
      const law = anyOf(folded(lawWords.map((word) => word.replace(/\.+$/, ""))));
      this.joining = folded(joining);
      this.address = new RegExp(ADDRESS, "gu");
      const unit = `[,\\s]+${anyOf(folded(units))}(?![${W}])\\s*`;
      const between = `(?<=[${W}.)])(?:\\s*/\\s*|${unit})(?=[${W}(])`;
      const beforeLetter = `(?<=[0-9])\\s*[-,:]\\s*(?=[a-z](?![${LETTER}]))`;
      const behindLetter = "(?<=[-,:\\s][a-z])\\s*[-,:]\\s*(?=[0-9])";
      this.separators = new RegExp(`${between}|${beforeLetter}|${behindLetter}`, "giu");
      this.lawWord = new RegExp(`(?<![${W}])${law}\\.?\\s*(?=[0-9])`, "giu");
      this.behind = new RegExp(`(\\.?)\\s+${law}(?![${W}])\\.?`, "iuy");
      this.joined = new RegExp(`^[\\s,;&]*(?:${anyOf(this.joining)}[\\s]*)?$`, "iu");
      Object.assign(this, { analyzer, exists, highestBid: highest_bid, leastScore: least_score });
    }

    // Each with its addresses (several are a range of laws) and the stretch that it takes.
    read(typed) {
      if (!DIGIT.test(typed)) return [];
      const plain = this.folded(typed).replace(this.separators, (apart) => " ".repeat(apart.length));
      const text = typed.replace(/[^]/g, (unit, at) => (plain[at] === " " ? " " : unit));
      const before = [...plain.matchAll(this.lawWord)];
      const words = new Map(before.map(({ 0: word, index }) => [index + word.length, index]));
      const found = [];
      const { address } = this;
      address.lastIndex = 0;
      let match;
      while ((match = address.exec(text))) {
        const cited = this.cited(plain, match, found, words);
        if (cited) found.push(cited);
        address.lastIndex = cited ? cited.end : match.index + 1;
      }
      return found;
    }

    // The text folded letter by letter, so that offsets stay.
    folded(text) {
      return text.replace(/[^]/gu, (letter) => {
        const plain = this.analyzer.fold(letter);
        return plain.length === letter.length ? plain : letter;
      });
    }

    cited(text, match, before, words) {
      const place = before.length ? before[before.length - 1].end : 0;
      const word = words.get(match.index) ?? -1;
      const follows = word >= place;
      if (!follows && match[1] === undefined) return null;
      const start = follows ? word : match.index;
      const named = follows || (before.length > 0 && this.joined.test(text.slice(place, start)));
      const readings = this.readings(match);
      for (const reading of readings) {
        this.behind.lastIndex = reading.end;
        const behind = this.behind.exec(text);
        const end = behind ? reading.end + behind[0].length : reading.end;
        const isOrdinal = behind !== null && behind[1] !== "";
        const rest = text.slice(0, start) + text.slice(end);
        const sure = named || isOrdinal || reading.shaped || !rest.replace(EDGES, "");
        if (sure && !reading.listing && this.exists(reading.address)) {
          if (behind && !named) return { addresses: [reading.address], start, end };
          return this.through(text, reading, start, named);
        }
      }
      return this.missing(text, readings, start, named);
    }

    // What is surely meant as a citation although no edition has it. A number with a letter may be a
    // bid, up to the highest level, and one alone a score.
    missing(text, readings, start, named) {
      const meant = readings.find(({ address: { law, steps }, shaped, end }) => {
        const alone = !(text.slice(0, start) + text.slice(end)).replace(EDGES, "");
        const plausible =
          this.exists({ law, steps: steps.slice(0, 1) }) || !this.exists({ law, steps: [] });
        if (named || (shaped && (plausible || (alone && law > this.highestBid)))) return true;
        return alone && !steps.length && law < this.leastScore;
      });
      return meant ? { addresses: [meant.address], start, end: meant.end } : null;
    }

    readings(match) {
      const text = match[0];
      const after = match.input.slice(match.index + text.length);
      const ends = [...text.matchAll(LABEL_END)].map((label) => label.index + label[0].length);
      const found = [];
      for (const end of ends.reverse()) {
        const read = text.slice(0, end);
        const address = parseAddress(read);
        const follows = text.slice(end) + after;
        if (!address || ATTACHED.test(follows)) continue;
        found.push({
          address,
          end: match.index + end,
          shaped: isShaped(read),
          listing:
            this.joining.has(read.trim().split(/\s+/).pop()) &&
            /^\p{Nd}/u.test(follows.trimStart()),
        });
      }
      return found;
    }

    through(text, { address, end }, start, named) {
      THROUGH.lastIndex = end;
      const through = THROUGH.exec(text);
      if (!through || !named || address.steps.length) return { addresses: [address], start, end };
      const addresses = [];
      for (let law = address.law; law <= Number(through[1]); law++) {
        if (this.exists({ law, steps: [] })) addresses.push({ law, steps: [] });
      }
      const known = addresses.length ? addresses : [address];
      return { addresses: known, start, end: end + through[0].length };
    }
  }

  // Whether nothing but a citation is spelt so: labels joined on, or a capital first.
  function isShaped(text) {
    const label = /[A-Za-z]/.exec(text);
    return !!label && (!/\s/.test(text) || /[A-Z]/.test(label[0]));
  }

  function anyOf(words) {
    const longestFirst = [...words].sort(
      (a, b) => b.length - a.length || (a < b ? -1 : a > b ? 1 : 0),
    );
    return `(?:${longestFirst.map((w) => w.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|")})`;
  }

  Object.assign(lawbase.engine, { CitationReader });
}
