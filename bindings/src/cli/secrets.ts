import type { ParseArgsOptionsConfig } from 'node:util';
import { type Invocation, text, UsageProblem } from './command.ts';
import { readAll } from './streams.ts';

/** Options whose values others must not see. Arguments are visible in the list of processes and in the history of a shell. */
const secrets = ['password', 'user', 'owner', 'passphrase', 'pin'];

const fileOption = (name: string): string => `${name}-file`;

/** Adds `--NAME-file FILE` for every secret among the options. */
export function withSecretFiles(options: ParseArgsOptionsConfig): ParseArgsOptionsConfig {
  const own = secrets.filter((name) => name in options);
  return { ...options, ...Object.fromEntries(own.map((name) => [fileOption(name), { type: 'string' }] as const)) };
}

/** Reads the secrets that are in files: the first line of each, of standard input for `-`. */
export async function withSecrets({ positionals, values }: Invocation): Promise<Invocation> {
  const read: Record<string, string> = {};
  let readers = positionals.filter((each) => each === '-').length;
  for (const name of secrets) {
    const path = text({ positionals, values }, fileOption(name));
    if (path === undefined) continue;
    if (values[name] !== undefined) throw new UsageProblem(`--${name} and --${fileOption(name)} exclude each other`);
    if (path === '-' && ++readers > 1) throw new UsageProblem('Standard input can be read once only');
    read[name] = firstLine(await readAll(path));
  }
  return { positionals, values: { ...values, ...read } };
}

function firstLine(bytes: Uint8Array): string {
  return /^\uFEFF?([^\r\n]*)/.exec(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))?.[1] ?? '';
}
