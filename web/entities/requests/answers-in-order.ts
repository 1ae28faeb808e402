/**
 * Of the answers to one question the one that was asked last counts: a live event asks anew while the page still waits for its first
 * answer, and that may come later than the second and be older.
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
