/** A command of `countersign-server`: usage, summary, implementation. The help is generated from the same data. */
import type { ParseArgsOptionsConfig } from 'node:util';
import type { CliContext, DatabaseContext } from './context.ts';

export interface CommandInput {
  /** Values of the words in capitals in `usage`, in order. */
  words: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
}

interface Described {
  /** For example `users delete PERSON`: literal words, with arguments in capitals. */
  usage: string;
  summary: string;
  options?: ParseArgsOptionsConfig;
}

/** Rows, printed as a table or as JSON with `--json`. */
export type Output = readonly Readonly<Record<string, unknown>>[] | string;

/**
 * `database`: works with a database that may be empty or of another version. `installation`: requires a migrated
 * installation.
 */
export type Command = Described & (
  | { needs: 'database'; run(context: DatabaseContext, input: CommandInput): Promise<Output> }
  | { needs: 'installation'; run(context: CliContext, input: CommandInput): Promise<Output> }
);

/** An error that the operator can fix. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** Invalid arguments; the command wasn't run. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}
