// Addresses of provisions: a law's number and the labels below it.
{
  const LEVELS = ["letter", "number", "item", "roman"];
  const ROMANS = new Set("i ii iii iv v vi vii viii ix x xi xii".split(" "));
  const ADDRESS =
    /^\s*(\d{1,3})((?:[\s.([]*(?:\d{1,2}|[A-Za-z]{1,5})[)\].]*)*)\s*$/;

  // The address in any spelling, or null.
  function parseAddress(text) {
    const match = ADDRESS.exec(text);
    const labels = match && splitLabels(match[2]);
    if (!labels) return null;
    const steps = labels.map((label, n) => (n ? label.toLowerCase() : label.toUpperCase()));
    const depths = stepLevels(steps).map((level) => LEVELS.indexOf(level));
    const falls = depths.some((depth, n) => n > 0 && depths[n - 1] >= depth);
    return steps.includes("0") || falls ? null : { law: Number(match[1]), steps };
  }

  const keyOf = ({ law, steps }) => [law, ...steps].join(".");

  // Every address above one, nearest first.
  function ancestors({ law, steps }) {
    return steps.map((_, n) => ({ law, steps: steps.slice(0, steps.length - 1 - n) }));
  }

  // An address as a language cites it: item wraps the small labels, as in "({})".
  function citeAddress({ law, steps }, item) {
    const levels = stepLevels(steps);
    const labels = steps.map((step, n) =>
      levels[n] === "item" || levels[n] === "roman" ? item.replace("{}", step) : step,
    );
    return `${law}${levels[0] === "number" ? "." : ""}${labels.join("")}`;
  }

  function splitLabels(text) {
    const found = [];
    for (const token of text.match(/\d+|[A-Za-z]+/g) ?? []) {
      const letters = /\d/.test(token) ? [token] : splitLetters(token);
      if (!letters) return null;
      found.push(...letters);
    }
    return found;
  }

  // "cii" is the item c and the roman numeral ii, "ii" one numeral, and "pas" no label.
  function splitLetters(token) {
    const lower = token.toLowerCase();
    if (token.length === 1 || ROMANS.has(lower)) return [token];
    if (/^[A-Z][a-z]+$/.test(token)) {
      const rest = splitLetters(token.slice(1));
      return rest && [token[0], ...rest];
    }
    return ROMANS.has(lower.slice(1)) ? [token[0], lower.slice(1)] : null;
  }

  function stepLevels(steps) {
    const levels = [];
    for (const step of steps) levels.push(levelOf(step, levels[levels.length - 1]));
    return levels;
  }

  function levelOf(step, above) {
    if (/^\d+$/.test(step)) return "number";
    if (step === step.toUpperCase()) return "letter";
    if (ROMANS.has(step) && (above === "item" || above === "letter" || step.length > 1)) {
      return above === "item" || step.length > 1 ? "roman" : "item";
    }
    return "item";
  }

  Object.assign(lawbase.engine, { parseAddress, keyOf, ancestors, citeAddress });
}
