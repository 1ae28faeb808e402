/** Words that say nothing to a reader from outside, in names of code and of the database. */
export const privateWords: ReadonlySet<string> = new Set(['asked', 'kept', 'told', 'unasked', 'untold']);
