/**
 * The command line of whoever runs an installation:
 *
 *     npm run admin -- users list --search example.org
 *
 * It reads the same environment as the server. Exit 0: done; 1: it could not be done; 2: it was not called rightly.
 */
import { runCommandLine } from './run.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), { env: process.env, print: console.log, complain: console.error });
