/**
 * Lets schemathesis try the server against its own `openapi.json`, area by area, with a seed and so many examples a call:
 *
 *     npm run check:api                 every area, 20 examples a call
 *     npm run check:api -- teams 100    one area, 100 examples a call
 *
 * Finds answers 5xx, and answers that are not what the document says. Ends with 1 where there is one.
 */
import { spawn } from 'node:child_process';
import { calls } from '#contract/calls/calls.ts';
import { signIn } from '../support/sign-in.ts';
import { openServer } from './server.ts';

const seed = '20260101';
const checks = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance';
/** Signing out for good would end what is tried after it; streams and metrics are no JSON. */
const leftOut = ['auth.deleteUser'];

const [schemathesis = 'schemathesis', wanted = '', examples = '20'] = process.argv.slice(2);
const areas = [...new Set(Object.keys(calls).map((id) => id.split('.')[0] ?? ''))].filter((area) => wanted === '' || area === wanted);

// With plans on, what they hold is tried as well.
const server = await openServer({ BILLING: 'true' });
const failed: string[] = [];
try {
  for (const area of areas) {
    // Calls of some areas end sessions. With one token for all, the areas after them would be tried without anybody signed in.
    const { token } = await signIn(server.app, server.infrastructure, 'schema@example.org', { firstName: 'Ada', lastName: 'Byron' });
    if (!(await holds(area, token))) failed.push(area);
  }
} finally {
  await server.close();
}
console.log(failed.length === 0 ? `Every answer of ${areas.length} areas is what openapi.json says.` : `Not what openapi.json says: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function holds(area: string, token: string): Promise<boolean> {
  const left = leftOut.flatMap((id) => ['--exclude-operation-id', id]);
  const args = [
    'run', `${server.url}/openapi.json`, '--include-tag', area, ...left, '--header', `Authorization: Bearer ${token}`, '--header', 'Accept: application/json',
    '--checks', checks, '--phases', 'examples,coverage,fuzzing', '--max-examples', examples, '--seed', seed,
    '--request-timeout', '30', '--workers', '1', '--no-color',
  ];
  return new Promise((resolve) => {
    const child = spawn(schemathesis, args, { stdio: 'inherit', env: { ...process.env, SCHEMATHESIS_HOOKS: 'bytes', PYTHONPATH: import.meta.dirname, PYTHONDONTWRITEBYTECODE: '1' } });
    child.on('error', (error) => { console.error(error.message); resolve(false); });
    child.on('close', (status) => resolve(status === 0));
  });
}
