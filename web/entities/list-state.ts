/** Lists: what is there, whether a first page came, and whether all did (document 1 §3). */
export interface ListState<Counters> {
  counters: Counters;
  initiallyFetched: boolean;
  allFetched: boolean;
  /** Where the next page begins. */
  lastKey: string | null;
}
