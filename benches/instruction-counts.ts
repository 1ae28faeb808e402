/** Instructions by operation. */
export type Counts = Readonly<Record<string, number>>;

/** An operation beside what was recorded of it. */
export interface Compared {
  name: string;
  now: number;
  /** Missing where nothing is recorded. */
  before: number | undefined;
}

/** How many percent more than recorded an operation may take before it counts as grown. */
const mostGrowth = 5;

export const compare = (counts: Counts, recorded: Counts): Compared[] => Object.entries(counts).map(([name, now]) => ({ name, now, before: recorded[name] }));

/** One operation, for people. */
export function inWords({ name, now, before }: Compared): string {
  const millions = `${name}: ${(now / 1e6).toFixed(1)} million instructions`;
  if (before === undefined) return `${millions}, not recorded`;
  const percent = ((now - before) / before) * 100;
  return `${millions}, ${percent >= 0 ? '+' : ''}${percent.toFixed(1)} %`;
}

/** What is wrong, or nothing. What is not recorded is wrong too: nobody would ever see it grow. */
export function problemOf(compared: readonly Compared[]): string | undefined {
  // In whole numbers: a fraction would be a little more than it is.
  const grown = compared.filter(({ now, before }) => before !== undefined && (now - before) * 100 > before * mostGrowth);
  if (grown.length > 0) return `More than ${mostGrowth} % more instructions than recorded: ${namesOf(grown)}.`;
  const unknown = compared.filter(({ before }) => before === undefined);
  return unknown.length > 0 ? `Not recorded: ${namesOf(unknown)}.` : undefined;
}

const namesOf = (compared: readonly Compared[]): string => compared.map(({ name }) => name).join(', ');
