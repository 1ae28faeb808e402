/**
 * What the server asks the document core before it believes an uploaded file. Nothing a client says
 * about its upload is used: only the bytes, the version they were made from, and the server's own meta.
 */
import type { Contact } from '#contract/entities/common.ts';
import type { Field } from '#contract/entities/field.ts';
import type { AnchorRecipient } from '#contract/entities/signature-anchor.ts';

export interface BodyFile {
  path: string;
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
}

/** Certificates, DER, below which signers are believed. */
export interface TrustedRoots {
  /** The installation's own. */
  own: Uint8Array;
  /** Those its administrator trusts. */
  others: readonly Uint8Array[];
  /** Those that time stamps lead to. */
  stamps: readonly Uint8Array[];
}

export interface WantedCertificate {
  /** Issued as qualified, by somebody else than this installation. */
  qualified: boolean;
  /** With a key that can't leave its device. */
  smartCard: boolean;
  /** For the signer's address, whoever issued it. Those of this installation always are. */
  contactMatch: boolean;
}

export interface PreparedJob {
  base: BodyFile;
  upload: BodyFile;
  fields: readonly Field[];
  recipients: readonly AnchorRecipient[];
  /** What opens a protected document; with it, one that is not protected is refused. */
  password?: string | undefined;
}

export interface SignedJob {
  base: BodyFile;
  upload: BodyFile;
  fields: readonly Field[];
  recipients: readonly AnchorRecipient[];
  recipientId: string;
  /** Whose certificate signs: the recipient's own, or that of the host they sign with in person. */
  signer: Contact;
  trust: TrustedRoots;
  /** What the sender wants of the certificate. */
  wanted: WantedCertificate;
  password?: string | undefined;
  at: Date;
  /** What the signature may state as its reason; none where it is empty. */
  reasons?: readonly string[];
  /** When the signer asked for an address to upload to: the signature was made about then, however long the upload took. */
  uploadOpenedAt: Date;
}

/** One thing that is wrong with an upload. All of them are collected. */
export interface Problem {
  code: string;
  message: string;
  field?: string | undefined;
  page?: number | undefined;
}

/** A field as it stands in the document: names there are unique, whatever the meta wished for. */
export interface PlacedField {
  id: string;
  fieldName: string;
  group: string | null;
  pdfFieldId: string | null;
}

export interface PreparedVerdict {
  problems: Problem[];
  placed: PlacedField[];
}

export interface SignedVerdict {
  problems: Problem[];
  /** What the fields of the document hold now, by name. */
  values: Map<string, string | boolean>;
  /** Names of the fields that this signing gave another value or picture. */
  filled: readonly string[];
  /** `field`: its name in the document; `stamped`: whether it brings a time stamp that holds. */
  signature: { field: string | null; signerEmail: string | null; signerName: string | null; serialNumber: string | null; level: string | null; stamped: boolean; issuer?: string | null } | null;
}

export interface DocumentChecker {
  checkPrepared(job: PreparedJob): Promise<PreparedVerdict>;
  checkSigned(job: SignedJob): Promise<SignedVerdict>;
}
