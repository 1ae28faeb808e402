/** Milliseconds; below the scrape timeout of Prometheus, which covers all metrics together. */
const timeoutMs = 2000;

/**
 * Returns the rows, or none when the query fails or takes too long. Metrics matter most during an outage, so one
 * failing query must not withhold the others.
 */
export async function orNothing<Row>(counting: Promise<{ rows: Row[] }>): Promise<Row[]> {
  const nothing = new Promise<{ rows: Row[] }>((resolve) => void setTimeout(() => resolve({ rows: [] }), timeoutMs).unref());
  return (await Promise.race([counting.catch(() => ({ rows: [] })), nothing])).rows;
}

/** Lets the metrics of one scrape, which are collected at the same time, share a query. */
export function shared<Result>(query: () => Promise<Result>): () => Promise<Result> {
  let pending: Promise<Result> | undefined;
  return () => {
    pending ??= query().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

/** Asks again only when the last rows are older than so many milliseconds, or when there were none. */
export function remembered<Row>(milliseconds: number, query: () => Promise<Row[]>): () => Promise<Row[]> {
  let rows: Row[] = [];
  let readAt = -Infinity;
  return async () => {
    if (rows.length > 0 && performance.now() - readAt < milliseconds) return rows;
    rows = await query();
    readAt = performance.now();
    return rows;
  };
}
