import { statSync } from 'node:fs';
import { extname } from 'node:path';
import type { ProtectionOptions } from '../engine.ts';
import { EngineError } from '../errors.ts';
import { type Invocation, text, UsageProblem } from './command.ts';

type Permission = keyof NonNullable<ProtectionOptions['permissions']>;

/** Permissions of each word in `--permissions`; the names in the output of `info` are accepted as well. */
const words: Record<string, Permission[]> = {
  print: ['printDocument', 'printRepresentation'],
  'print-low': ['printDocument'],
  copy: ['copy'],
  modify: ['modifyContent'],
  annotate: ['annots'],
  fill: ['fillForms'],
  assemble: ['assembleDocument'],
  none: [],
};
const names: Permission[] = ['annots', 'assembleDocument', 'copy', 'fillForms', 'modifyContent', 'printDocument', 'printRepresentation'];
const algorithms = ['aes-256', 'aes-128'] as const;

/** Options of commands that set passwords. */
export const protectionOptions = {
  user: { type: 'string' },
  owner: { type: 'string' },
  algorithm: { type: 'string' },
  permissions: { type: 'string' },
} as const;

/** Returns passwords and permissions from the options. */
export function protectionOf(invocation: Invocation): ProtectionOptions {
  const algorithm = algorithms.find((name) => name === (text(invocation, 'algorithm') ?? 'aes-256'));
  if (!algorithm) throw new UsageProblem(`--algorithm takes ${algorithms.join(' or ')}`);
  return { user: text(invocation, 'user') ?? '', owner: text(invocation, 'owner') ?? '', algorithm, permissions: permissionsOf(text(invocation, 'permissions')) };
}

/** Permissions that are not listed are denied. */
function permissionsOf(list: string | undefined): ProtectionOptions['permissions'] {
  if (list === undefined) return undefined;
  const allowed = new Set(list.split(',').map((word) => word.trim()).filter(Boolean).flatMap(meaningOf));
  return Object.fromEntries(names.map((name) => [name, allowed.has(name)])) as ProtectionOptions['permissions'];
}

function meaningOf(word: string): Permission[] {
  const meaning = words[word] ?? names.filter((name) => name === word);
  if (meaning.length === 0 && word !== 'none') throw new UsageProblem(`--permissions knows ${[...Object.keys(words), ...names].join(', ')}, but not ${word}`);
  return meaning;
}

/** Throws unless the file is a non-empty PDF. */
export function assertProtectable(path: string): void {
  if (path === '-') return;
  if (extname(path).toLowerCase() !== '.pdf') throw new EngineError('invalid_file_extension', 'Only PDF documents can have a password');
  if (statSync(path, { throwIfNoEntry: false })?.size === 0) throw new EngineError('file_body_missing', 'The file has no content');
}
