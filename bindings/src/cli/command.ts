import type { ParseArgsOptionsConfig } from 'node:util';

/** What a command was called with, after parsing. */
export interface Invocation {
  positionals: string[];
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
}

/** What a command gives back: JSON or words for standard output, whether something was found (exit 1) or can't be told (exit 3). */
export interface CommandResult {
  json?: unknown;
  text?: string;
  found?: boolean;
  indeterminate?: boolean;
}

/** One command: its line of help, its options and its work. */
export interface Command {
  usage: string;
  summary: string;
  positionals: number;
  options: ParseArgsOptionsConfig;
  run(invocation: Invocation): Promise<CommandResult>;
}

/** Something wrong with how a command was called. */
export class UsageProblem extends Error {}

/** A text option, where it was given. */
export function text({ values }: Invocation, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** A text option that must be given. */
export function requiredText(invocation: Invocation, name: string): string {
  const value = text(invocation, name);
  if (value === undefined) throw new UsageProblem(`--${name} is missing`);
  return value;
}

/** A text option that may be given several times. */
export function texts({ values }: Invocation, name: string): string[] {
  const value = values[name];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** Whether an option without a value was given. */
export function flag({ values }: Invocation, name: string): boolean {
  return values[name] === true;
}

/** A positional argument. */
export function argument({ positionals }: Invocation, index: number): string {
  const value = positionals[index];
  if (value === undefined) throw new UsageProblem('An argument is missing');
  return value;
}

/** The option that every command which opens a document has. */
export const passwordOption: ParseArgsOptionsConfig = { password: { type: 'string' } };
/** Of commands that change what a protection may forbid to users. */
export const permissionOption: ParseArgsOptionsConfig = { 'ignore-permissions': { type: 'boolean' } };
/** The option of commands that write a file. */
export const outputOption: ParseArgsOptionsConfig = { output: { type: 'string', short: 'o' } };
