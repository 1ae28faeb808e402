import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Tools that are built once for a person and shared by all their checkouts. */
export const toolCache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'countersign');

/** The Node that the product runs on: the one its own dependencies bring. */
export const productNode = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

/** PATH with the project's own tools first. */
export const toolPath = [join(root, 'node_modules', '.bin'), join(homedir(), '.cargo', 'bin'), process.env.PATH].join(delimiter);
