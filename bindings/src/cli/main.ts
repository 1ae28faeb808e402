import { parseArgs } from 'node:util';
import { EngineError, type EngineErrorCode } from '../index.ts';
import { type Command, type CommandResult, UsageProblem } from './command.ts';
import { checkText } from './commands/check-text.ts';
import { clean } from './commands/clean.ts';
import { decrypt } from './commands/decrypt.ts';
import { detect } from './commands/detect.ts';
import { encrypt } from './commands/encrypt.ts';
import { extend } from './commands/extend.ts';
import { fill } from './commands/fill.ts';
import { helper } from './commands/helper.ts';
import { info } from './commands/info.ts';
import { passwd } from './commands/passwd.ts';
import { place } from './commands/place.ts';
import { sign } from './commands/sign.ts';
import { strip } from './commands/strip.ts';
import { timestamp } from './commands/timestamp.ts';
import { verify } from './commands/verify.ts';
import { withSecretFiles, withSecrets } from './secrets.ts';

const commands: Record<string, Command> = { info, detect, 'check-text': checkText, place, fill, encrypt, decrypt, passwd, sign, timestamp, extend, verify, strip, clean, helper };

const [name = '', ...rest] = process.argv.slice(2);
process.exitCode = await main(name, rest);

/** Exit codes: 0 valid or done; 1 findings; 2 error; 3 undetermined. */
async function main(name: string, args: string[]): Promise<number> {
  if (name === '' || name === '--help' || name === 'help') return help();
  try {
    const result = await runCommand(name, args);
    if (result.json !== undefined) console.log(JSON.stringify(result.json, asJson, 2));
    if (result.text !== undefined) console.log(result.text);
    if (result.found) return 1;
    return result.indeterminate ? 3 : 0;
  } catch (error) {
    // What is piped on is the file; an error in it would be taken for its content.
    const tell = writesFileToStandardOutput(args) ? console.error : console.log;
    tell(JSON.stringify({ error: describe(error) }));
    return 2;
  }
}

async function runCommand(name: string, args: string[]): Promise<CommandResult> {
  const command = commands[name];
  if (!command) throw new UsageProblem(`There is no command ${name}; see countersign --help`);
  if (args.includes('--help')) return { text: helpOf(command) };
  const { positionals, values } = parseArgs({ args, options: withSecretFiles(command.options), allowPositionals: true });
  if (positionals.length !== command.positionals) throw new UsageProblem(`Usage: countersign ${command.usage}`);
  return command.run(await withSecrets({ positionals, values }));
}

function writesFileToStandardOutput(args: string[]): boolean {
  return args.some((argument, index) => ['-o-', '--output=-'].includes(argument) || (argument === '-' && ['-o', '--output'].includes(args[index - 1] ?? '')));
}

function describe(error: unknown): { code: EngineErrorCode; message: string; details?: unknown } {
  if (error instanceof EngineError) return { code: error.code, message: error.message, details: error.details };
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageProblem || (error instanceof TypeError && 'code' in error);
  return { code: isUsage ? 'request_validation_error' : 'unable_to_access', message };
}

function help(): number {
  const width = Math.max(...Object.values(commands).map((command) => command.usage.length));
  console.log('countersign: PDF forms and signatures from the shell. JSON on standard output; - is a standard stream.\n');
  for (const command of Object.values(commands)) console.log(`  ${command.usage.padEnd(Math.min(width, 60))}  ${command.summary}`);
  console.log('\nEvery command that opens a file takes --password P, and every command --help. A password, passphrase or PIN can be in a file: --password-file FILE, or - for standard input. Exit 0: good; 1: something was found; 2: not readable; 3: can\'t be told.');
  return 0;
}

/** Returns the help of one command with all its options. */
function helpOf({ usage, summary, options }: Command): string {
  const written = Object.entries(withSecretFiles(options)).map(([name, { type, short, multiple }]) => `  ${short ? `-${short}, ` : ''}--${name}${type === 'string' ? ' VALUE' : ''}${multiple ? ' …' : ''}`);
  return [`countersign ${usage}`, '', summary, '', 'Options:', ...written].join('\n');
}

/** JSON replacer: bytes as base64. */
function asJson(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}
