/** A document to measure on. */
export interface Workload {
  name: string;
  /** What it is like. */
  about: string;
  path: string;
  /** A distinct value for every field. */
  values: Record<string, string>;
}
