/**
 * Drops outdated answers: of several requests with the same question, only the answer to the latest counts. A live event
 * may repeat a request while the page still waits for the first answer, which can arrive later and be older.
 *
 *     const asked = answersInOrder();
 *     const isNews = asked(id);
 *     const answer = await call('files.get', …);
 *     if (isNews()) receive(answer);
 */
export function answersInOrder(): (question: string) => () => boolean {
  let asked = 0;
  const newest = new Map<string, number>();
  return (question) => {
    asked += 1;
    const own = asked;
    return () => {
      if (own < (newest.get(question) ?? 0)) return false;
      newest.set(question, own);
      return true;
    };
  };
}
