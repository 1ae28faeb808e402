/** Parses the command line, runs the command and formats its output. */
import { parseArgs } from 'node:util';
import { loadConfig } from '#server/platform/config.ts';
import { explainStartupError } from '#server/app/startup-errors.ts';
import { createLog } from '#server/platform/logging.ts';
import { CommandError, UsageError, type Command, type CommandInput, type Output } from './command.ts';
import { openContext } from './context.ts';
import { auditCommands } from './audit.commands.ts';
import { dataCommands } from './data.commands.ts';
import { documentCommands } from './documents.commands.ts';
import { keyCommands } from './keys.commands.ts';
import { peopleCommands } from './people.commands.ts';
import { planCommands } from './plans.commands.ts';
import { promoCommands } from './promo.commands.ts';
import { watchCommands } from './watch.commands.ts';

const commands: readonly Command[] = [...dataCommands, ...peopleCommands, ...planCommands, ...promoCommands, ...keyCommands, ...documentCommands, ...auditCommands, ...watchCommands];

const isPlace = (word: string): boolean => /^[A-Z]+$/.test(word);
const wordsOf = ({ usage }: Command): string[] => usage.split(' ').filter((word) => !isPlace(word));
const placesOf = ({ usage }: Command): string[] => usage.split(' ').filter(isPlace);

/** The environment of a command, and its output streams. */
interface Terminal {
  env: NodeJS.ProcessEnv;
  print(text: string): void;
  complain(text: string): void;
}

/** Runs a command and returns the exit code: 0 for success, 1 for a failure, 2 for wrong usage. */
export async function runCommandLine(args: readonly string[], { env, print, complain }: Terminal): Promise<number> {
  const command = commands.find((each) => wordsOf(each).every((word, index) => args[index] === word));
  if (!command || args.includes('--help')) {
    print(help(command));
    return command || args.length === 0 || args[0] === '--help' ? 0 : 2;
  }
  try {
    const { input, json } = read(command, args.slice(wordsOf(command).length));
    print(format(await run(command, input, env), json));
    return 0;
  } catch (error) {
    complain(error instanceof CommandError ? error.message : explainStartupError(error));
    return error instanceof UsageError || (error instanceof TypeError && 'code' in error) ? 2 : 1;
  }
}

function read(command: Command, args: readonly string[]): { input: CommandInput; json: boolean } {
  const { values, positionals } = parseArgs({ args: [...args], options: { ...command.options, json: { type: 'boolean' } }, allowPositionals: true });
  const { json = false, ...options } = values as Record<string, string | boolean | undefined>;
  if (positionals.length !== placesOf(command).length) throw new UsageError(`This is called as: ${command.usage}`);
  return { input: { words: positionals, options }, json: json === true };
}

async function run(command: Command, input: CommandInput, env: NodeJS.ProcessEnv): Promise<Output> {
  const config = loadConfig(env);
  const context = await openContext(config, createLog(config.logLevel));
  try {
    return command.needs === 'database' ? await command.run(context, input) : await command.run(await context.installation(), input);
  } finally {
    await context.close();
  }
}

function help(one: Command | undefined): string {
  const wanted = one ? [one] : commands;
  const width = Math.max(...wanted.map(({ usage }) => usage.length));
  return ['countersign-server COMMAND [--json]', '', ...wanted.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`)].join('\n');
}

function format(output: Output, json: boolean): string {
  if (typeof output === 'string') return json ? JSON.stringify({ message: output }) : output;
  return json ? JSON.stringify(output) : tableOf(output);
}

function tableOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const [first] = rows;
  if (!first) return 'None.';
  const columns = Object.keys(first);
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  return cells.map((row) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ').trimEnd()).join('\n');
}
