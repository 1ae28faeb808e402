import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The repository's root. */
export const root = new URL('../..', import.meta.url).pathname;

/** `SHARED_DIR` names another place; an empty folder shows how a user's clone runs. */
const folder = process.env.SHARED_DIR ?? join(root, '..', 'shared');

/** A path beside the checkout, or undefined where that folder is absent (a user's clone). */
export function shared(path: string): string | undefined {
  const full = join(folder, path);
  return existsSync(full) ? full : undefined;
}

/** Where the set-up puts the programs that it makes. */
export const toolCache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'countersign');

/** The Python that runs the signature judge, where the set-up could make it. */
export const judgePython = join(toolCache, 'judge', 'venv', 'bin', 'python');
