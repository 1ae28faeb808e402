/** Verifies a backup without restoring it: every hash, every row, and that each body that a row refers to is there. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { FolderStorage } from '#server/adapters/storage/folder-storage.ts';
import { bodyReferences } from '#server/repositories/body-references.ts';
import { backupReader } from './backup-files.ts';
import { nameOf } from './catalog.ts';
import { linesOf } from './lines.ts';
import { BackupError, bodiesIn, bodyEntry, bodyListIn, keyIn, rowsIn, type BodyEntry, type Manifest, type TableEntry } from './manifest.ts';
import { asBuffers, readManifest, unpacked, type Source } from './reading.ts';
import { ReferenceIndex } from './reference-index.ts';

export interface VerifyOptions {
  identityFile?: string | undefined;
  /** Whether every body is read. Otherwise it only has to be there, with its size: for a backup whose bodies were just written. */
  readBodies?: boolean;
}

/** Throws `BackupError` with everything that is wrong. */
export async function verifyBackup(folder: string, { identityFile, readBodies = true }: VerifyOptions = {}): Promise<Manifest> {
  const source: Source = { files: await backupReader(folder, identityFile ?? null), folder };
  const manifest = await readManifest(source);
  const faults = new Faults();
  const references = new References(await verifyBodies(source, manifest, readBodies, faults), faults);
  for (const table of partsFirst(manifest.tables)) await verifyTable(source, table, references, faults);
  if (manifest.hasKey && !existsSync(source.files.isEncrypted ? `${keyIn(folder)}.age` : keyIn(folder))) faults.add('the key is missing');
  faults.throwIfAny(folder);
  return manifest;
}

const ofParts = 'public.body_parts';
/** What bodies are composed of is known before anything refers to them. */
const partsFirst = (tables: readonly TableEntry[]): TableEntry[] => [...tables.filter((each) => nameOf(each) === ofParts), ...tables.filter((each) => nameOf(each) !== ofParts)];

const mostFaults = 50;

class Faults {
  readonly #found: string[] = [];
  #count = 0;

  add(fault: string): void {
    this.#count += 1;
    if (this.#found.length < mostFaults) this.#found.push(fault);
  }

  throwIfAny(folder: string): void {
    if (this.#count === 0) return;
    const more = this.#count > mostFaults ? `\n  and ${this.#count - mostFaults} more` : '';
    throw new BackupError(`${folder} is damaged:\n${this.#found.map((each) => `  ${each}`).join('\n')}${more}`);
  }
}

const referencesOf = new Map(bodyReferences.map(({ table, refsIn }) => [`public.${table}`, refsIn]));

/** Checks that what rows refer to is there. A composed body consists of its parts. */
class References {
  readonly #held: ReferenceIndex;
  readonly #composed = new ReferenceIndex();
  /** Of composed bodies; a tail that was still coming is missing too, and nothing refers to its body yet. */
  readonly #missingParts = new Map<string, string[]>();
  readonly #reported = new ReferenceIndex();
  readonly #faults: Faults;

  constructor(held: ReferenceIndex, faults: Faults) {
    this.#held = held;
    this.#faults = faults;
  }

  check(table: string, row: Readonly<Record<string, unknown>>): void {
    if (table === ofParts) this.#notePart(String(row.body_ref), String(row.part_ref));
    for (const ref of referencesOf.get(table)?.(row) ?? []) if (typeof ref === 'string') this.#check(ref, table);
  }

  #notePart(body: string, part: string): void {
    this.#composed.add(body);
    if (this.#held.find(part) === 0) this.#missingParts.set(body, [...(this.#missingParts.get(body) ?? []), part]);
  }

  #check(named: string, table: string): void {
    const missing = this.#composed.find(named) > 0 ? (this.#missingParts.get(named) ?? []) : [named].filter((ref) => this.#held.find(ref) === 0);
    for (const ref of missing) if (this.#reported.find(ref) === 0) this.#faults.add(`body ${ref}, which ${table} refers to, is missing`);
    for (const ref of missing) this.#reported.add(ref);
  }
}

async function verifyTable({ files, folder }: Source, table: TableEntry, references: References, faults: Faults): Promise<void> {
  const hash = createHash('sha256');
  let rows = 0;
  try {
    for await (const line of linesOf(unpacked(files.read(rowsIn(folder, table))))) {
      hash.update(`${line}\n`);
      rows += 1;
      references.check(nameOf(table), JSON.parse(line) as Record<string, unknown>);
    }
  } catch (error) {
    return faults.add(`row ${rows} of ${nameOf(table)} can't be read: ${(error as Error).message}`);
  }
  if (rows !== table.rows) faults.add(`${nameOf(table)} has ${rows} rows, not ${table.rows}`);
  else if (hash.digest('hex') !== table.hash) faults.add(`the rows of ${nameOf(table)} are not what was saved`);
}

async function verifyBodies(source: Source, manifest: Manifest, readBodies: boolean, faults: Faults): Promise<ReferenceIndex> {
  const held = new ReferenceIndex();
  try {
    for await (const line of linesOf(asBuffers(source.files.read(bodyListIn(source.folder))))) {
      const entry = bodyEntry.parse(JSON.parse(line));
      held.add(entry.ref);
      const fault = await (readBodies ? faultOf(source, entry) : faultInSize(source, entry)).catch((error: Error) => error.message);
      if (fault !== null) faults.add(`body ${entry.ref}: ${fault}`);
    }
  } catch (error) {
    faults.add(`the list of bodies can't be read: ${(error as Error).message}`);
  }
  if (held.size !== manifest.bodies.count) faults.add(`${held.size} bodies are listed, not ${manifest.bodies.count}`);
  return held;
}

async function faultOf({ files, folder }: Source, { ref, hash: wanted }: BodyEntry): Promise<string | null> {
  const hash = createHash('sha256');
  for await (const chunk of files.opened((await new FolderStorage(bodiesIn(folder)).read(ref)) as AsyncIterable<Uint8Array>)) hash.update(chunk);
  return hash.digest('hex') === wanted ? null : 'its hash differs';
}

/** An encrypted body is larger than its content. */
async function faultInSize({ files, folder }: Source, { ref, size }: BodyEntry): Promise<string | null> {
  const found = await stat(join(bodiesIn(folder), ref.slice(-2), ref));
  return found.size === size || (files.isEncrypted && found.size > size) ? null : `it has ${found.size} bytes, not ${size}`;
}
