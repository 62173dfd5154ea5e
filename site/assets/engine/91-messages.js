// What is said about an answer: how many there are, or plainly why there is none.
{
  const { citeAddress } = lawbase.engine;

  function messageOf({ messages, total, grade, isWhole }) {
    if (!isWhole) return lawbase.say("search.loading");
    const said = sentencesOf(messages);
    if (grade === "likely" && !messages.length) said.push(lawbase.say("search.likely"));
    if (total) said.push(lawbase.say("search.total", { n: total }));
    return said.join(" ");
  }

  const sentencesOf = (messages) => messages.map(sentenceOf);

  function sentenceOf({ kind, address, ...values }) {
    const citation = address && citeAddress(address, "({})");
    return lawbase.say(`search.${kind}`, { ...values, citation, law: address?.law });
  }

  Object.assign(lawbase.engine, { messageOf, sentencesOf });
}
