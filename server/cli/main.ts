/**
 * The operator's command line:
 *
 *     npm run admin -- users list --search example.org
 *
 * It reads the same environment as the server. Exit codes: 0 success, 1 failure, 2 wrong usage.
 */
import { runCommandLine } from './run.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), { env: process.env, print: console.log, complain: console.error });
