import { join } from 'node:path';
import { expect, test } from 'vitest';

type Run = (command: string, args: string[]) => Promise<void>;

const { installTool } = (await import(join(import.meta.dirname, 'core.mjs'))) as { installTool: (name: string, version: string, run: Run) => Promise<void> };

test('a tool is built by its lock file', async () => {
  expect(await installs()).toEqual([true]);
});

test('a tool whose lock file names a version that the registry lacks is built with what its requirements allow', async () => {
  expect(await installs('error: failed to select a version for the requirement `webpki-roots = "^1.0.10"` (locked to 1.0.11)')).toEqual([true, false]);
});

test('a tool that does not compile is not tried twice', async () => {
  await expect(installs('error: could not compile `ureq`')).rejects.toThrow('could not compile');
});

/** For each call of `cargo install`, whether it was held to the lock file. The first one fails with `failure`. */
async function installs(failure?: string) {
  const locked: boolean[] = [];
  await installTool('tool', '1.2.3', (_, args) => {
    locked.push(args.includes('--locked'));
    return failure !== undefined && locked.length === 1 ? Promise.reject(new Error(failure)) : Promise.resolve();
  });
  return locked;
}
