/**
 * Drops outdated answers: an answer counts only if no later request with the same question was answered before it. A
 * live event may repeat a request while the page still waits for the first answer, which can arrive later and be older.
 *
 *     const trackRequest = answersInOrder();
 *     const isNews = trackRequest(id);
 *     const answer = await call('files.get', …);
 *     if (isNews()) receive(answer);
 */
export function answersInOrder(): (question: string) => () => boolean {
  let requests = 0;
  const newest = new Map<string, number>();
  return (question) => {
    requests += 1;
    const own = requests;
    return () => {
      if (own < (newest.get(question) ?? 0)) return false;
      newest.set(question, own);
      return true;
    };
  };
}
