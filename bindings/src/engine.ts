import type {
  Changes,
  DetachedOptions,
  DocumentInfo,
  Field as FieldInput,
  FieldScript,
  FilledTail,
  FieldValues,
  HashedBytes,
  KnownPrefix,
  NumberFormat,
  PlaceField,
  PlannedSignature,
  PrepareOptions,
  PreparedDetached,
  PreparedSignature,
  PreparedTimestamp,
  ProtectionOptions as CoreProtectionOptions,
  RuleField,
  RuleOutcome,
  SessionInfo,
  SignatureInfo,
  SignatureReport,
  Tail,
  TextFinding,
  TextFindingCode,
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
export type { FilePart, CopiedRange, LongCall, NewFile, Progress } from './rewriting/new-file.ts';
export type { EngineErrorCode } from './error-codes.ts';
export type { SourceInput, FileReference, RangeReader } from './sources/source.ts';

/**
 * A field as the core returns it, with every property. In a field passed to the core, missing properties have their defaults;
 * `lockedBy` is not read from it.
 */
export type Field = Required<Omit<FieldInput, 'lockedBy'>> & Pick<FieldInput, 'lockedBy'>;

/** Passwords and permissions. The engine supplies the random bytes. */
export type ProtectionOptions = Omit<CoreProtectionOptions, 'entropy'>;

/** Options of a document time stamp. The engine supplies the nonce. */
export type TimestampOptions = Omit<CoreTimestampOptions, 'nonce'>;

/** A page rendered 1000 pixels wide: one grey byte per pixel, or four RGBA bytes as from a canvas. */
export interface Raster {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

/** What detection can use in addition to the raster. */
export interface DetectOptions {
  /** The page number of the detected fields, from 1. */
  page?: number;
  /** The text of the page with its boxes, in percent of the displayed page. */
  textItems?: readonly TextItem[];
  /** The paths of the page, as `drawnPaths` of `@countersign/core/page` returns them. */
  paths?: Float32Array;
  signal?: AbortSignal;
}

/** A field to name; its rectangle in percent of the displayed page. */
export type LabelledField = Pick<Field, 'type' | 'rect'>;

/** The page of the fields to name. */
export interface LabelledPage {
  /** The text of the page with its boxes, in percent of the displayed page. */
  textItems: readonly TextItem[];
  /** Height of the displayed page divided by its width. */
  ratio: number;
}

/** How a document is opened. */
export interface OpenOptions {
  /** The user or owner password. The empty password is always tried. */
  password?: string | undefined;
  /**
   * Fill, place and sign regardless of the user access permissions (ISO 32000-2, table 22). The caller is responsible for that.
   * Field locks and certifications of signatures still apply.
   */
  ignorePermissions?: boolean;
  /**
   * The first bytes of the source, hashed before with `hashState`: digests over them continue from the state, and they are not
   * read for that. The caller asserts that the source begins with these bytes. Throws `hash_state` if the state is damaged, of
   * another version, of another length than stated, or longer than the source.
   */
  knownPrefix?: KnownPrefix | undefined;
}

/** Fonts of the caller. */
export interface FontOptions {
  /** TrueType or OpenType files, in order of preference. What they lack is drawn with the fonts of the package. */
  fonts?: readonly Uint8Array[] | undefined;
}

/** Whether a text is checked while it is typed, or as the final value. */
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
   * Opens a PDF lazily: reads the cross-reference data now, and objects when a call needs them (ISO 32000-2, 7.5). Throws
   * `pdf_password`, `pdf_incorrect_password`, `pdf_parsing_error_no_buffer` (for an empty file), `pdf_encryption_unsupported` or
   * `pdf_corrupted`, and `unable_to_access` if the source can't be read.
   */
  open(source: SourceInput, options?: OpenOptions): Promise<PdfDocument>;
  /**
   * Detects fillable fields on the raster of a page; rectangles in percent of it. Throws `raster_size_mismatch` or
   * `raster_unsupported_size` if the bytes do not match the size.
   */
  detect(raster: Raster, options?: DetectOptions): Promise<Field[]>;
  /**
   * Names the fields of one page by the words around them, in the order of the fields: unique, at most 120 characters, null if no
   * words fit. Detected fields already have their names in `tooltip`.
   */
  labelFields(fields: readonly LabelledField[], page: LabelledPage): Promise<(string | null)[]>;
  /** Whether a document with these fields counts as a form. */
  isForm(fields: readonly Field[], pages: number): Promise<boolean>;
  /** Checks a text against a format. An empty list means that the text fits. Never throws for a text. */
  checkText(format: TextFormat, value: string, mode?: CheckMode): Promise<TextFinding[]>;
  /** Checks a number against its format. Null means that it fits. */
  checkNumber(format: NumberFormat, value: string, mode?: CheckMode): Promise<TextFindingCode | null>;
  /**
   * Evaluates the formulas, conditions and number formats of a document's fields. No script is run. Returns one outcome
   * per field, in the same order; an expression without a value is one of its `problems`.
   *
   * @example
   * import { createNodeEngine } from '@countersign/core/node';
   *
   * const engine = await createNodeEngine();
   * const [, total] = await engine.applyRules([{ name: 'price', value: '0.10' }, { formula: 'price * 3' }]);
   * console.log(total?.text); // 0.3
   */
  applyRules(fields: readonly RuleField[]): Promise<RuleOutcome[]>;
  /**
   * The characters of a text that no font of the engine has, each once. `merge` refuses a text with such characters
   * (`missing_characters` in its details). Loads the index of the fonts for text beyond western languages, but no font.
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
  /**
   * Hashes a file with the digests that signatures use, in one pass over pieces. Store the `state` with the file: when bytes are
   * appended, `continueHash` and `knownPrefix` need only those.
   *
   * @example
   * import { readFile } from 'node:fs/promises';
   * import { createNodeEngine } from '@countersign/core/node';
   *
   * const engine = await createNodeEngine();
   * const base = await readFile('form.pdf');
   * const { state, length, sha256 } = await engine.hashState({ path: 'form.pdf' });
   * console.log(Buffer.from(sha256).toString('hex'));
   * const { bytes } = await (await engine.open(base)).merge({ 'full name': 'Ada Byron' });
   * const whole = await engine.continueHash(state, bytes);
   * console.log(whole.length === length + bytes.length);
   * const document = await engine.open([base, bytes], { knownPrefix: whole });
   * await engine.close();
   */
  hashState(source: SourceInput): Promise<HashedBytes>;
  /** Hashes what follows the bytes of a state. Throws `hash_state` if the state is damaged or of another version. */
  continueHash(state: Uint8Array, tail: SourceInput): Promise<HashedBytes>;
  /** The signature scheme, digest and reserved size of a session. A session of one engine can be read by any other. */
  sessionInfo(session: Uint8Array): Promise<SessionInfo>;
  /**
   * The time-stamp request (RFC 3161) for a signature value over `tbs`, with a fresh nonce. Send it as
   * `application/timestamp-query`. Throws `sign_mismatch` if the value does not belong to the session.
   */
  timestampRequest(session: Uint8Array, signature: Uint8Array, options?: { policy?: string }): Promise<Uint8Array>;
  /**
   * Embeds a signature value over `tbs`, after checking it against the certificate. With `timestamp`, also embeds the time-stamp
   * token. Throws `timestamp_nonce`, `timestamp_imprint`, `timestamp_policy`, `timestamp_signature`, `timestamp_authority` or
   * `timestamp_refused` if the token does not match the request, and `sign_reserve`, with the needed bytes in its details.
   */
  completeWithSignature(session: Uint8Array, signature: Uint8Array, timestamp?: TimestampAnswer): Promise<Tail>;
  /** Embeds a complete CMS signature from elsewhere, after the same checks. */
  completeWithCms(session: Uint8Array, cms: Uint8Array): Promise<Tail>;
  /** Embeds the response to the request of a document time stamp. */
  completeDocumentTimestamp(session: Uint8Array, response: Uint8Array, trust?: readonly Uint8Array[]): Promise<Tail>;
  /**
   * First step of a detached signature (CAdES baseline, EN 319 122-1): one that is kept beside content of any kind, such as an XHTML
   * page, which stays as it is. It covers bytes, not what a program shows of them. Throws `sign_certificate…` codes.
   *
   * @example
   * import { readFile, writeFile } from 'node:fs/promises';
   * import { readKeyFile } from '@countersign/core/key-file';
   * import { createNodeEngine } from '@countersign/core/node';
   *
   * const engine = await createNodeEngine();
   * const page = new TextEncoder().encode('<html xmlns="http://www.w3.org/1999/xhtml"><body><p>500 a month</p></body></html>');
   * const { certificate, chain, sign } = await readKeyFile(await readFile('ada.p12'), 'passphrase');
   * const prepared = await engine.prepareDetached(page, { certificate, chain, signingTime: Math.floor(Date.now() / 1000) });
   * const cms = await engine.completeDetached(prepared.session, await sign(prepared));
   * await writeFile('page.xhtml.p7s', cms);
   * const report = await engine.verifyDetached(page, cms, { trust: [await readFile('root.pem')], at: Math.floor(Date.now() / 1000) });
   * console.log(report.intact, report.level);
   * await engine.close();
   */
  prepareDetached(content: SourceInput, options: DetachedOptions): Promise<PreparedDetached>;
  /** Second step of a detached signature: returns its CMS (DER). Throws the errors of `completeWithSignature`, without `sign_reserve`. */
  completeDetached(session: Uint8Array, signature: Uint8Array, timestamp?: TimestampAnswer): Promise<Uint8Array>;
  /** The time-stamp request (RFC 3161) for a finished detached signature, with a fresh nonce. Throws `sign_mismatch` for what is none. */
  detachedTimestampRequest(cms: Uint8Array, options?: { policy?: string }): Promise<Uint8Array>;
  /** Adds a time stamp to a finished detached signature. What is signed stays as it is. Throws the `timestamp_…` codes of `completeWithSignature`. */
  addDetachedTimestamp(cms: Uint8Array, timestamp: TimestampAnswer): Promise<Uint8Array>;
  /**
   * Validates a detached signature over content. The report is that of a signature in a PDF, without field, byte range and later
   * changes; `coversWholeFile` equals `intact`. Refused are content inside the CMS, several signers, a signature that does not name its
   * certificate, bytes after it, and every digest but SHA-256, SHA-384 and SHA-512. `since` and `includeKnown` do not apply.
   */
  verifyDetached(content: SourceInput, cms: Uint8Array, options?: Partial<VerifyOptions>): Promise<SignatureReport>;
  /** What `revocationRequests` of a document returns, for a detached signature; the content is not needed. */
  detachedRevocationRequests(cms: Uint8Array, options?: Partial<VerifyOptions>): Promise<ValidationNeed[]>;
  /** Closes the engine and all its documents. Idempotent. */
  close(): Promise<void>;
}

/** An open document. A call after `close()` throws `pdf_parsing_error_no_proxy`. */
export interface PdfDocument {
  /** Properties of the file. Lengths in bytes; permissions as in ISO 32000-2, table 22. */
  readonly info: DocumentInfo;
  /**
   * The fields of the form (ISO 32000-2, 12.7), ordered by page, row and left edge; tops that differ by less than one percent are
   * one row. Rectangles in percent of the displayed page. Throws `pdf_dynamic_form` for a dynamic XFA form.
   */
  fields(): Promise<Field[]>;
  /**
   * The scripts of the fields (ISO 32000-2, 12.6.3). None is run. One that only calls a well-known function, such as
   * `AFSimple_Calculate`, has that function and its arguments; `function` is null for a program. See `rulesFrom`.
   */
  scripts(): Promise<FieldScript[]>;
  /** Lists the signatures without validating them. Throws `pdf_corrupted`. */
  signatures(): Promise<SignatureInfo[]>;
  /**
   * Adds the fields as widgets in one appended revision, all or none. A field with the `pdfFieldId` of a widget updates that
   * widget. Throws `pdf_place_fields_failed` with a finding for each field that does not fit, and `pdf_certified`,
   * `sign_field_locked`, `signatures_invalidation` or `pdf_not_permitted` if signatures or permissions forbid it; `details` of the first
   * three are a `Refusal`, which names the signature and the rule.
   */
  placeFields(fields: readonly PlaceField[], options?: FontOptions): Promise<FilledTail>;
  /**
   * Fills fields by name and writes their appearances, in one appended revision, all or none. Throws `pdf_merge_fields_failed`
   * with a finding for each value that does not fit; what refuses nothing, such as a text that its field cuts, is in `findings` of the
   * result. Throws `pdf_certified`, `sign_field_locked` or `pdf_not_permitted` if signatures
   * or permissions forbid it. `flatten` turns every field into page content and removes the form; it throws
   * `signatures_invalidation` for a signed document. Fonts are loaded for scripts that Helvetica lacks, and always for PDF/A.
   */
  merge(values: FieldValues, options?: { flatten?: boolean } & FontOptions): Promise<FilledTail>;
  /**
   * Throws if the document can't be signed: `sign_hybrid`, `sign_repaired` or `sign_readers_may_disagree` (`stripSignatures` writes
   * a clean copy of these), or `sign_certified`. Reads the whole file.
   */
  checkSignable(): Promise<void>;
  /**
   * First step of a signature: everything except the signature value (ISO 32000-2, 12.8; PAdES baseline). Times in seconds since
   * 1970, `reserve` in bytes. Throws `sign_…` codes, `pdf_not_permitted`, and the codes of `merge` for `values`.
   */
  prepareSignature(options: PrepareOptions): Promise<PreparedSignature>;
  /**
   * Writes the revision of `prepareSignature` without hashing the document, and throws the same errors: tells whether the signer
   * can sign, for any number of signers and at the cost of the appended bytes.
   */
  planSignature(options: PrepareOptions): Promise<PlannedSignature>;
  /**
   * First step of a signature that replaces the one in `options.field`, for a key holder who did not prepare the revision. The old
   * signature must cover the whole document (`sign_layout`). Only its contents are replaced, and the tail continues the document
   * from there (`tail.baseLength`). Uses only field, certificate, chain, digest, PSS and time of the options.
   */
  prepareInPlace(options: PrepareOptions): Promise<PreparedSignature>;
  /** Throws `sign_document_changed` if the session was prepared for another document. */
  checkSession(session: Uint8Array): Promise<void>;
  /** First step of a document time stamp: a revision that is complete except for the token. */
  prepareDocumentTimestamp(options?: TimestampOptions): Promise<PreparedTimestamp>;
  /**
   * The validation material still to fetch for PAdES B-LT; empty if nothing is missing. Throws `sign_certificate_revoked` or
   * `validation_untrusted`.
   */
  validationNeeds(material: ValidationMaterial): Promise<ValidationNeed[]>;
  /**
   * Appends validation material (PAdES B-LT): certificates, OCSP responses and CRLs, each once. The tail is empty if the document
   * has them all. Throws `validation_incomplete` and appends nothing if some are missing.
   */
  addValidationMaterial(material: ValidationMaterial): Promise<Tail>;
  /**
   * Validates every signature at a time (`at`, seconds since 1970) with the given trust anchors: digest, coverage, later changes,
   * certificates, revocation, time stamps and PAdES level. Makes no requests: pass revocation data in the options. Problems are
   * findings, not errors.
   */
  verify(options?: Partial<VerifyOptions>): Promise<SignatureReport[]>;
  /** The OCSP requests and CRLs that `verify` needs to know whether certificates were revoked. Empty if none are missing. */
  revocationRequests(options?: Partial<VerifyOptions>): Promise<ValidationNeed[]>;
  /**
   * What is known of the objects of the document (what they refer to, which pages have annotations), to store as `objects` of the
   * `knownPrefix` of its later revisions: `compareRevisions`, `verify` and `fields` then leave out the objects that did not change.
   * Some bytes an object.
   */
  describeObjects(): Promise<Uint8Array>;
  /** The changes between two revisions, given by their lengths in bytes (`info.revisions`). */
  compareRevisions(olderLength: number, newerLength: number): Promise<Changes>;
  /**
   * Encrypts the document with passwords and a new key, as a new file. Throws `failed_to_encrypt` or `not_ready`.
   */
  encrypt(protection: ProtectionOptions, call?: LongCall): Promise<NewFile>;
  /** Removes the encryption, as a new file. The document must be open with owner access. Throws `failed_to_decrypt` or `not_ready`. */
  decrypt(call?: LongCall): Promise<NewFile>;
  /**
   * Removes all signatures and what belongs to them, as a new file without earlier revisions. Empty signature fields stay. For a
   * file without signatures the result is a clean copy, in which every reader finds the same objects. Throws
   * `failed_to_remove_signatures` or `not_ready`.
   */
  stripSignatures(call?: LongCall): Promise<NewFile>;
  /**
   * Changes passwords and permissions. For AES-256 files this replaces only the wrapped key (`method` is `rewrapped`). Use
   * `reencrypt` for a new key, in case somebody has kept the old one. Throws `failed_to_update_password` or `not_ready`.
   */
  changePassword(protection: ProtectionOptions, call?: LongCall & { reencrypt?: boolean }): Promise<NewFile>;
  /** Closes the document and its source. Idempotent. */
  close(): Promise<void>;
}
