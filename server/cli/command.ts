/** A command of `countersign-server`: what it is called with, what it is for, what it does. The help is made of the same data. */
import type { ParseArgsOptionsConfig } from 'node:util';
import type { CliContext, DatabaseContext } from './context.ts';

export interface CommandInput {
  /** What stands for the words in capitals of `usage`, in their order. */
  words: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
}

interface Described {
  /** `users delete PERSON`: the command's words, and in capitals what the person who calls it says. */
  usage: string;
  summary: string;
  options?: ParseArgsOptionsConfig;
}

/** Rows are printed as a table, or with `--json` as they are. */
export type Output = readonly Readonly<Record<string, unknown>>[] | string;

/** `database`: works on a database that may be of another version or empty. `installation`: everything is there. */
export type Command = Described & (
  | { needs: 'database'; run(context: DatabaseContext, input: CommandInput): Promise<Output> }
  | { needs: 'installation'; run(context: CliContext, input: CommandInput): Promise<Output> }
);

/** What the person who called can mend. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** It was not called as it is: nothing was tried. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}
