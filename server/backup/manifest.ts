/** The manifest of a backup. It is written last: a folder without it isn't a complete backup. */
import { join } from 'node:path';
import { z } from 'zod';

export const backupFormat = 1;

const manifest = z.object({
  format: z.literal(backupFormat),
  madeAt: z.iso.datetime(),
  /** Migrations of the database at the time of the backup, oldest first. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.number().int(), hash: z.string() })),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  /** `copied`: bytes that no earlier backup beside it had. */
  bodies: z.object({ count: z.number().int(), bytes: z.number().int(), copied: z.number().int().optional() }),
  /** Whether the backup contains the key file. With `SECRET_KEY` set, the key is stored elsewhere. */
  hasKey: z.boolean(),
});
export type Manifest = z.output<typeof manifest>;
export type TableEntry = Manifest['tables'][number];

export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export const manifestIn = (folder: string): string => join(folder, 'manifest.json');
export const rowsIn = (folder: string, { schema, name }: Pick<TableEntry, 'schema' | 'name'>): string => join(folder, 'database', `${schema}.${name}.jsonl.gz`);
export const bodiesIn = (folder: string): string => join(folder, 'bodies');
export const bodyListIn = (folder: string): string => join(folder, 'bodies.jsonl');
export const keyIn = (folder: string): string => join(folder, 'secret.key');

export const bodyEntry = z.object({ ref: z.string(), size: z.number(), hash: z.string() });
export type BodyEntry = z.output<typeof bodyEntry>;

export function parseManifest(folder: string, text: string): Manifest {
  const parsed = manifest.safeParse(JSON.parse(text));
  if (!parsed.success) throw new BackupError(`${folder} was made by another version of Countersign, or its manifest.json was changed.`);
  return parsed.data;
}
