import type { ParseArgsOptionsConfig } from 'node:util';

/** Parsed arguments of a command. */
export interface Invocation {
  positionals: string[];
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
}

/** Result of a command: JSON or text for standard output, and whether it reports findings (exit 1) or an undetermined result (exit 3). */
export interface CommandResult {
  json?: unknown;
  text?: string;
  found?: boolean;
  indeterminate?: boolean;
}

/** A command with its help line, options and implementation. */
export interface Command {
  usage: string;
  summary: string;
  positionals: number;
  options: ParseArgsOptionsConfig;
  run(invocation: Invocation): Promise<CommandResult>;
}

/** An error in the usage of a command. */
export class UsageProblem extends Error {}

/** Returns a text option, if given. */
export function text({ values }: Invocation, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns a required text option. */
export function requiredText(invocation: Invocation, name: string): string {
  const value = text(invocation, name);
  if (value === undefined) throw new UsageProblem(`--${name} is missing`);
  return value;
}

/** Returns a text option that can be repeated. */
export function texts({ values }: Invocation, name: string): string[] {
  const value = values[name];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** Whether an option without a value was given. */
export function flag({ values }: Invocation, name: string): boolean {
  return values[name] === true;
}

/** Returns a required positional argument. */
export function argument({ positionals }: Invocation, index: number): string {
  const value = positionals[index];
  if (value === undefined) throw new UsageProblem('An argument is missing');
  return value;
}

/** The password option of every command that opens a document. */
export const passwordOption: ParseArgsOptionsConfig = { password: { type: 'string' } };
/** For commands that make changes which the document's permissions may forbid. */
export const permissionOption: ParseArgsOptionsConfig = { 'ignore-permissions': { type: 'boolean' } };
/** The option of commands that write a file. */
export const outputOption: ParseArgsOptionsConfig = { output: { type: 'string', short: 'o' } };
