/**
 * Backup files, plain or each encrypted in the format `age` (age-encryption.org/v1), which the tool of that name
 * can decrypt without this software. Encrypted files have the extension `.age`; bodies keep their names.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { BackupError, manifestIn } from './manifest.ts';

type Bytes = AsyncIterable<Uint8Array>;

export interface BackupWriter {
  /** Transforms a body into its form in the backup. */
  sealed(source: Bytes): Bytes;
  /** Writes a new file atomically. */
  write(path: string, source: Bytes): Promise<void>;
}

export interface BackupReader {
  isEncrypted: boolean;
  opened(source: Bytes): Bytes;
  read(path: string): Bytes;
}

const asIs = (source: Bytes): Bytes => source;

/** `recipient`: `age1…`, or null for unencrypted files. Throws `BackupError` for an invalid recipient. */
export function backupWriter(recipient: string | null): BackupWriter {
  const sealed = recipient === null ? asIs : sealedFor(recipient);
  const ending = recipient === null ? '' : '.age';
  return {
    sealed,
    write: async (path, source) => {
      const target = `${path}${ending}`;
      await pipeline(sealed(source), createWriteStream(`${target}.part`, { mode: 0o600, flags: 'wx', flush: true }));
      await rename(`${target}.part`, target);
    },
  };
}

/**
 * `identityFile`: a file written by `age-keygen`. Throws `BackupError` when the backup is encrypted and there is no
 * identity.
 */
export async function backupReader(folder: string, identityFile: string | null): Promise<BackupReader> {
  const isEncrypted = existsSync(`${manifestIn(folder)}.age`);
  if (isEncrypted && identityFile === null) throw new BackupError('The backup is encrypted. Name the file that holds its identity: --identity FILE.');
  if (!isEncrypted || identityFile === null) return { isEncrypted: false, opened: asIs, read: (path) => createReadStream(path) };
  const opened = openedWith(await identitiesIn(identityFile));
  return { isEncrypted, opened, read: (path) => opened(createReadStream(`${path}.age`)) };
}

function sealedFor(recipient: string): (source: Bytes) => Bytes {
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new BackupError('This is no recipient of age: it begins with age1. age-keygen prints one.');
  }
  return async function* sealed(source) {
    yield* (await encrypter.encrypt(asWeb(source))) as unknown as Bytes;
  };
}

function openedWith(identities: readonly string[]): (source: Bytes) => Bytes {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return async function* opened(source) {
    try {
      yield* (await decrypter.decrypt(asWeb(source))) as unknown as Bytes;
    } catch (cause) {
      throw new BackupError("A file of the backup can't be opened with this identity, or was changed.", { cause });
    }
  };
}

async function identitiesIn(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new BackupError(`${file} can't be read.`, { cause });
  });
  const identities = text.split('\n').map((line) => line.trim()).filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (identities.length === 0) throw new BackupError(`${file} holds no identity of age: a line that begins with AGE-SECRET-KEY-.`);
  try {
    for (const identity of identities) await identityToRecipient(identity);
  } catch {
    // The library's message would contain the key.
    throw new BackupError(`${file} holds an identity of age that is not whole.`);
  }
  return identities;
}

const asWeb = (source: Bytes): ReadableStream<Uint8Array> => Readable.toWeb(Readable.from(source)) as unknown as ReadableStream<Uint8Array>;
