import type { HashedBytes } from '@countersign/core';
import { bytesToHex } from '@noble/hashes/utils.js';
import { AppError } from '../app-error.ts';
import { downloadOf, startedDownload } from '../api/bodies.ts';
import type { CallOptions } from '../api/call.ts';
import type { DocumentDownload, TransferOptions } from '../api/document-download.ts';
import { withEngine } from '../engine/core/engine.service.ts';
import { RecentMap } from '../recent-map.ts';
import { unlessAborted } from '../unless-aborted.ts';

/** A document that has arrived completely, and whose hash this browser has found to be the one that the server states. */
export interface VerifiedDocument {
  readonly body: Blob;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  /** From which the digest of a signature continues. */
  readonly known: HashedBytes;
}

/** A version of a file, as its metadata states it. */
export interface FileVersion {
  readonly id: string;
  readonly version: number;
}

/** Bytes per call, so that the shared engine is soon free for others. */
const PIECE = 1024 * 1024;

/** Hashes a document in order, as it comes. */
class DownloadHash {
  readonly #download: DocumentDownload;
  #known: HashedBytes | undefined;
  #turn: Promise<void> = Promise.resolve();
  #isWaiting = false;

  constructor(download: DocumentDownload, known: HashedBytes | undefined) {
    this.#download = download;
    this.#known = known;
    download.onReceived((range) => {
      // The next attempt reports the failure.
      if (range) this.advance().catch(() => undefined);
    });
  }

  /** Hashes what has arrived without a gap. */
  advance(): Promise<void> {
    if (!this.#isWaiting) {
      this.#isWaiting = true;
      this.#turn = this.#turn.catch(() => undefined).then(() => {
        this.#isWaiting = false;
        return this.#hash();
      });
    }
    return this.#turn;
  }

  async #hash(): Promise<void> {
    for (let at = this.#length; at < this.#download.prefix; at = this.#length) {
      const piece = this.#download.slice({ begin: at, end: Math.min(at + PIECE, this.#download.prefix) });
      if (!piece) return;
      const { state } = this.#known ?? {};
      this.#known = await withEngine((engine) => (state ? engine.continueHash(state, piece) : engine.hashState(piece)));
    }
  }

  get #length(): number {
    return Number(this.#known?.length ?? 0);
  }

  async finished(): Promise<HashedBytes> {
    await this.advance();
    this.#known ??= await withEngine((engine) => engine.hashState(new Blob([])));
    return this.#known;
  }
}

const hashes = new WeakMap<DocumentDownload, DownloadHash>();

function hashOf(download: DocumentDownload, known?: HashedBytes): DownloadHash {
  const hash = hashes.get(download) ?? new DownloadHash(download, known);
  hashes.set(download, hash);
  return hash;
}

const MAX_BASES = 4;
/** Verified documents by file, from which later versions continue. */
const bases = new RecentMap<VerifiedDocument>(MAX_BASES);

/**
 * The whole document, hashed by this browser while it arrived: what is signed is what is here. Fails with
 * `sign_document_differs` if it is not the document that the server names.
 */
export async function verifiedDocument(download: DocumentDownload, options: TransferOptions = {}): Promise<VerifiedDocument> {
  const hash = hashOf(download);
  // What has arrived is hashed while the rest comes; `finished` reports a failure.
  hash.advance().catch(() => undefined);
  const body = await download.complete(options);
  const known = await unlessAborted(hash.finished(), options.signal);
  const verified = { body, hash: bytesToHex(known.sha256), known };
  const isSame = verified.hash === download.stored.hash && body.size === download.size && (await download.isConsistent());
  if (!isSame) throw new AppError('sign_document_differs');
  bases.set(download.fileId, verified);
  return verified;
}

/**
 * If the version of a download continues one that is here, fetches only what was appended. Hashing continues too: the
 * result counts only if it is what the server names.
 */
export async function continueVerified(download: DocumentDownload): Promise<void> {
  const base = bases.get(download.fileId);
  if (!base || download.body || base.body.size >= download.size) return;
  const tail = await download.fetchRange({ begin: base.body.size, end: download.size });
  const known = await withEngine((engine) => engine.continueHash(base.known.state, tail));
  if (bytesToHex(known.sha256) !== download.stored.hash) return;
  hashOf(download, known);
  download.receiveWhole(new Blob([base.body, tail], { type: base.body.type }));
}

/** The document to be signed: this version and no other, since the server refuses to append to an earlier one. */
export const downloadToSign = async ({ id, version }: FileVersion, options: CallOptions = {}): Promise<DocumentDownload> =>
  startedDownload(id, version) ?? downloadOf(id, { ...options, version });

/** Fetches and hashes documents one after the other, the first as soon as its first page is shown. */
export async function prefetchVerifiedDocuments(files: readonly FileVersion[], signal: AbortSignal): Promise<void> {
  const [shown] = files;
  const first = shown && startedDownload(shown.id, shown.version);
  if (first && !first.body) await unlessAborted(first.begun, signal);
  for (const file of files) {
    signal.throwIfAborted();
    await verifiedDocument(await downloadToSign(file, { signal }), { signal });
  }
}
