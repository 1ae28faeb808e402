import type {
  Changes,
  DocumentInfo,
  Field as FieldInput,
  FieldValues,
  PlaceField,
  PrepareOptions,
  PreparedSignature,
  PreparedTimestamp,
  ProtectionOptions as CoreProtectionOptions,
  SessionInfo,
  SignatureInfo,
  SignatureReport,
  Tail,
  TextFinding,
  TextFormat,
  TextItem,
  TimestampAnswer,
  TimestampOptions as CoreTimestampOptions,
  ValidationMaterial,
  ValidationNeed,
  VerifyOptions,
} from '../generated/countersign_wasm.js';
import type { LongCall, NewFile } from './rewriting/new-file.ts';
import type { SourceInput } from './sources/source.ts';

export type * from '../generated/countersign_wasm.js';
export type { FilePart, KeptRange, LongCall, NewFile, Progress } from './rewriting/new-file.ts';
export type { SourceInput, FileReference } from './sources/source.ts';

/** A field as the core gives it: every property is there. Given to the core, what is missing has its default. */
export type Field = Required<FieldInput>;

/** Passwords and what they allow. The engine brings the random bytes. */
export type ProtectionOptions = Omit<CoreProtectionOptions, 'entropy'>;

/** How a document time stamp is prepared. The engine brings the nonce. */
export type TimestampOptions = Omit<CoreTimestampOptions, 'nonce'>;

/** A page drawn 1000 pixels wide: one gray byte a pixel, or four of RGBA as a canvas gives them. */
export interface Raster {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

/** What detection may use besides the raster. */
export interface DetectOptions {
  /** The page that the fields get, from 1. */
  page?: number;
  /** The page's text with its boxes, in percent of the displayed page. */
  textItems?: readonly TextItem[];
  /** The page's drawn paths, as `drawnPaths` of `@countersign/core/page` reads them. */
  paths?: Float32Array;
  signal?: AbortSignal;
}

/** A field that is to be named; its rectangle in percent of the displayed page. */
export type LabelledField = Pick<Field, 'type' | 'rect'>;

/** The page that fields are named on. */
export interface LabelledPage {
  /** The page's text with its boxes, in percent of the displayed page. */
  textItems: readonly TextItem[];
  /** Height by width of the displayed page. */
  ratio: number;
}

/** How a document is opened. */
export interface OpenOptions {
  /** Of a user or of the owner. The empty one is tried anyway. */
  password?: string | undefined;
  /**
   * Filling, placing and signing do not ask what the protection allows to users (ISO 32000-2, table 22): whoever opens the document
   * answers for that. Locks and certifications of signatures hold all the same.
   */
  ignorePermissions?: boolean;
}

/** How a text is checked: while it is being typed, or as the final value. */
export type CheckMode = 'typing' | 'final';

/**
 * The document core. One interface, three transports (inline, browser worker, Node worker thread), one conformance suite.
 *
 * @example
 * import { readFile, writeFile } from 'node:fs/promises';
 * import { createNodeEngine } from '@countersign/core/node';
 *
 * const engine = await createNodeEngine();
 * const document = await engine.open({ path: 'form.pdf' });
 * const tail = await document.merge({ 'full name': 'Ada Byron' });
 * await writeFile('filled.pdf', Buffer.concat([await readFile('form.pdf'), tail.bytes]));
 * await engine.close();
 */
export interface Engine {
  /**
   * Opens a PDF lazily: its cross-reference data is read, and then what is asked for (ISO 32000-2, 7.5). Throws `pdf_password`,
   * `pdf_incorrect_password` or `pdf_corrupted`, and `unable_to_access` where the source can't be read.
   */
  open(source: SourceInput, options?: OpenOptions): Promise<PdfDocument>;
  /**
   * Finds fillable places on the raster of a page; rectangles in percent of it. Throws `raster_size_mismatch` and
   * `raster_unsupported_size` where the bytes are no picture of that size.
   */
  detect(raster: Raster, options?: DetectOptions): Promise<Field[]>;
  /**
   * The words that ask for fields of one page, in the order of the fields: at most 120 characters, no two the same; null
   * where no words of the page could name a field. Detected fields have theirs already, as `tooltip`.
   */
  labelFields(fields: readonly LabelledField[], page: LabelledPage): Promise<(string | null)[]>;
  /** Whether a document with these fields counts as a form. */
  isForm(fields: readonly Field[], pages: number): Promise<boolean>;
  /** Checks a text against a format (document formats of the product, 5.1 and 5.2); no findings means that it fits. Never throws for a text. */
  checkText(format: TextFormat, value: string, mode?: CheckMode): Promise<TextFinding[]>;
  /**
   * The characters of a text that no font of the engine shows, each once; empty when the text can be filled in. Loads an index of the
   * fonts for texts beyond the western languages, and no font. `merge` would refuse the text (`missing_characters` in its details).
   *
   * @example
   * import { createNodeEngine } from '@countersign/core/node';
   *
   * const engine = await createNodeEngine();
   * console.log(await engine.missingCharacters('김철수 👍')); // []
   * console.log(await engine.missingCharacters('Dear 𒀀')); // [ '𒀀' ]
   * await engine.close();
   */
  missingCharacters(text: string): Promise<string[]>;
  /** What a session waits for: scheme, digest, room. Any engine reads the session of any other. */
  sessionInfo(session: Uint8Array): Promise<SessionInfo>;
  /**
   * What to ask a time-stamp authority about the value that a key made over `tbs`, with a fresh nonce. It is sent as
   * `application/timestamp-query`. Throws `sign_mismatch` for a value that does not belong to the session.
   */
  timestampRequest(session: Uint8Array, signature: Uint8Array, options?: { policy?: string }): Promise<Uint8Array>;
  /**
   * Embeds the value that a key made over `tbs`; checks it against the certificate first. With `timestamp` also the
   * token, which has to answer the request: `timestamp_nonce`, `timestamp_imprint`, `timestamp_policy`,
   * `timestamp_signature`, `timestamp_authority`, `timestamp_refused` say why it doesn't. `sign_reserve` says in its
   * details how many bytes are needed.
   */
  completeWithSignature(session: Uint8Array, signature: Uint8Array, timestamp?: TimestampAnswer): Promise<Tail>;
  /** Embeds a whole CMS that was made elsewhere, checked in the same way. */
  completeWithCms(session: Uint8Array, cms: Uint8Array): Promise<Tail>;
  /** Embeds the answer to a document time stamp's request. */
  completeDocumentTimestamp(session: Uint8Array, response: Uint8Array, trust?: readonly Uint8Array[]): Promise<Tail>;
  /** Ends the engine and everything opened with it. Idempotent. */
  close(): Promise<void>;
}

/** An opened document. Ends with `close()`; a call after that says `pdf_parsing_error_no_proxy`. */
export interface PdfDocument {
  /** What the file tells of itself. Lengths in bytes; permissions as ISO 32000-2, table 22. */
  readonly info: DocumentInfo;
  /**
   * The fields of the form (ISO 32000-2, 12.7), ordered by page, top, left; tops that differ by less than one percent are one
   * row. Rectangles in percent of the page as it is shown. Throws `pdf_dynamic_form` for a form that is a program only.
   */
  fields(): Promise<Field[]>;
  /** The signatures as the product stores them; nothing is judged. Throws `pdf_corrupted`. */
  signatures(): Promise<SignatureInfo[]>;
  /**
   * Appends the fields as widgets in one revision, all or none. Those with the `pdfFieldId` of a widget stay where they are and
   * take over what was changed. Throws `pdf_place_fields_failed` with a finding for each that does not fit; `pdf_certified`,
   * `sign_field_locked` and `pdf_not_permitted` where signatures or the protection forbid it.
   */
  placeFields(fields: readonly PlaceField[]): Promise<Tail>;
  /**
   * Fills fields by name, each with its appearance, in one appended revision. All or nothing: throws
   * `pdf_merge_fields_failed` with a finding for each value that does not fit. With `flatten` every field becomes content of its
   * page and the form goes; a signed document answers `signatures_invalidation`. `pdf_certified`, `sign_field_locked` and
   * `pdf_not_permitted` say what signatures or the protection forbid. Fonts for scripts that Helvetica lacks are loaded as the
   * values need them, and for PDF/A always.
   */
  merge(values: FieldValues, options?: { flatten?: boolean }): Promise<Tail>;
  /**
   * Throws for a document that nobody can sign, to know it before anybody is asked: `sign_hybrid`, `sign_repaired`,
   * `sign_readers_may_disagree` (`stripSignatures` writes a clean copy of these), `sign_certified`. Reads the whole file.
   */
  checkSignable(): Promise<void>;
  /**
   * First step of a signature: everything but the value that the key makes (ISO 32000-2, 12.8; PAdES baseline). Times in seconds
   * since 1970, `reserve` in bytes. Throws `sign_…` codes that say why not, `pdf_not_permitted`, and the codes of `merge` for its values.
   */
  prepareSignature(options: PrepareOptions): Promise<PreparedSignature>;
  /**
   * First step of a signature in the place of the one in `options.field`, for whoever holds the key while somebody else prepared
   * the revision. The signature there has to cover the whole document (`sign_layout`); only what stands in its gap is made anew,
   * and the tail continues the document from there (`tail.baseLength`). Of the options, field, certificate, chain, digest, PSS
   * and time count.
   */
  prepareInPlace(options: PrepareOptions): Promise<PreparedSignature>;
  /** Throws `sign_document_changed` when the session was prepared for other bytes than this document's. */
  checkSession(session: Uint8Array): Promise<void>;
  /** First step of a document time stamp: a revision that lacks nothing but the token. */
  prepareDocumentTimestamp(options?: TimestampOptions): Promise<PreparedTimestamp>;
  /**
   * What is to be fetched before the signatures prove themselves for the long term; empty when all is there. Throws
   * `sign_certificate_revoked`, `validation_untrusted`.
   */
  validationNeeds(material: ValidationMaterial): Promise<ValidationNeed[]>;
  /**
   * Appends certificates, answers and lists that prove the signatures (PAdES B-LT), each piece once. The tail is empty
   * when the document has them all. Throws `validation_incomplete` rather than to append a part.
   */
  addValidationMaterial(material: ValidationMaterial): Promise<Tail>;
  /**
   * Judges every signature of the document, at a time (`at`, seconds since 1970), by the certificates given: bytes, place, later changes,
   * certificates with their revocation, time stamps, PAdES level. Asks nobody: what responders answered comes with the
   * options. What is wrong is a finding, not an error.
   */
  verify(options: VerifyOptions): Promise<SignatureReport[]>;
  /** Whom to ask, and what, so that `verify` knows whether certificates were revoked. Empty when nothing is open. */
  revocationRequests(options: VerifyOptions): Promise<ValidationNeed[]>;
  /** What changed between two revisions, given by their lengths in bytes (`info.revisions`). */
  compareRevisions(olderLength: number, newerLength: number): Promise<Changes>;
  /**
   * Protects the document with passwords: a new file in which everything is encrypted with a new key. Throws
   * `failed_to_encrypt`, `not_ready`.
   */
  encrypt(protection: ProtectionOptions, call?: LongCall): Promise<NewFile>;
  /** Takes the protection off. The document has to be open with all rights. Throws `failed_to_decrypt`, `not_ready`. */
  decrypt(call?: LongCall): Promise<NewFile>;
  /**
   * Takes all signatures out, with what belongs to them: a new file without earlier revisions, everything else as it was.
   * Empty signature fields stay. Of a file without signatures it is a clean copy, in which every reader finds the same objects.
   * Throws `failed_to_remove_signatures`, `not_ready`.
   */
  stripSignatures(call?: LongCall): Promise<NewFile>;
  /**
   * Other passwords and permissions. In AES-256 files only the wrapping of the key is changed, in its place and at once
   * (`method` says so); who fears that somebody kept the key asks for `reencrypt`. Throws `failed_to_update_password`,
   * `not_ready`.
   */
  changePassword(protection: ProtectionOptions, call?: LongCall & { reencrypt?: boolean }): Promise<NewFile>;
  /** Lets go of the document and of its source. Idempotent. */
  close(): Promise<void>;
}
