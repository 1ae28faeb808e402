/**
 * What the server asks the document core about an uploaded file before accepting it. Statements of the client
 * aren't used, only the bytes, the version they were made from, and the server's own metadata.
 */
import type { KnownPrefix, TrustService } from '@countersign/core/node';
import type { Contact } from '#contract/entities/common.ts';
import type { Field } from '#contract/entities/field.ts';
import type { RuleSigner } from '#contract/entities/rule-inputs.ts';
import type { AnchorRecipient } from '#contract/entities/signature-anchor.ts';
import type { NamesAuthorities } from '#contract/entities/trust-service.ts';
import type { ObjectSource } from '#server/adapters/storage/storage.ts';

export interface BodyFile {
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
}

export interface UploadedBody extends BodyFile {
  /** The sources of which it is the concatenation. */
  parts: readonly ObjectSource[];
  /** The version that it must continue, if it is known to begin with it, because only its tail was uploaded; else null. */
  prefix: KnownPrefix | null;
}

/** Trust anchors: certificates (DER), and services of trusted lists. */
export interface TrustAnchors {
  /** The installation's own root. */
  own: Uint8Array;
  /** Those configured by the operator. */
  others: readonly Uint8Array[];
  /** Roots of time-stamp authorities. */
  stamps: readonly Uint8Array[];
  /** Services that may have issued the certificates of these signatures; undefined if no trusted lists are used. */
  servicesAbove(reports: readonly NamesAuthorities[]): Promise<TrustService[] | undefined>;
}

export interface RequiredCertificate {
  /**
   * A qualified certificate for signatures from another issuer than this installation: by the trusted lists if any
   * are used, otherwise by the certificate's own statement.
   */
  qualified: boolean;
  /** With a key that can't leave its device. */
  smartCard: boolean;
  /**
   * Requires the certificate to name the signer's address, whoever issued it. Certificates of this installation
   * always do.
   */
  contactMatch: boolean;
}

export interface PreparedJob {
  base: BodyFile;
  upload: UploadedBody;
  fields: readonly Field[];
  recipients: readonly (AnchorRecipient & RuleSigner)[];
  /** Password of a protected document. If set, an unprotected document is refused. */
  password?: string | undefined;
}

export interface SignedJob {
  base: BodyFile;
  upload: UploadedBody;
  fields: readonly Field[];
  recipients: readonly AnchorRecipient[];
  recipientId: string;
  /** The holder of the signing certificate: the recipient, or the host of in-person signing. */
  signer: Contact;
  trust: TrustAnchors;
  /** The sender's requirements for the certificate. */
  wanted: RequiredCertificate;
  password?: string | undefined;
  at: Date;
  /** Reasons that the signature may state; empty: none. */
  reasons?: readonly string[];
  /**
   * When the signer requested the upload address: the signature was made around that time, however long the upload
   * took.
   */
  uploadOpenedAt: Date;
}

/** A signature beside a file that stays as it is. */
export interface DetachedJob extends Pick<SignedJob, 'signer' | 'trust' | 'wanted' | 'at'> {
  parts: readonly ObjectSource[];
  cms: Uint8Array;
}

/** One defect of an upload. All of them are collected. */
export interface Problem {
  code: string;
  message: string;
  field?: string | undefined;
  page?: number | undefined;
}

/** A field as it exists in the document. Names are unique there, so they may differ from those in the metadata. */
export interface PlacedField {
  id: string;
  fieldName: string;
  group: string | null;
  pdfFieldId: string | null;
}

/** Facts about the objects of an accepted upload, stored with it; null if they would save nothing. */
interface Described {
  objects: Uint8Array | null;
}

export interface PreparedVerdict extends Described {
  problems: Problem[];
  placed: PlacedField[];
}

export interface SignedVerdict extends Described {
  problems: Problem[];
  /** Values of the document's fields, by name. */
  values: Map<string, string | boolean>;
  /** Names of the fields whose value or picture this signing changed. */
  filled: readonly string[];
  /** `field`: its name in the document. `stamped`: whether the signature has a valid time stamp. */
  signature: { field: string | null; signerEmail: string | null; signerName: string | null; serialNumber: string | null; level: string | null; stamped: boolean; issuer?: string | null } | null;
}

export type DetachedVerdict = Pick<SignedVerdict, 'problems' | 'signature'>;

export interface DocumentChecker {
  checkPrepared(job: PreparedJob): Promise<PreparedVerdict>;
  checkSigned(job: SignedJob): Promise<SignedVerdict>;
  checkDetached(job: DetachedJob): Promise<DetachedVerdict>;
}
