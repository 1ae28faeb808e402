/**
 * The content of an audit trail as plain data: who, when, how identified, from where, and the hash of every
 * version.
 */
import type { InsightAction } from '#contract/entities/insight.ts';
import type { TransactionStatus } from '#contract/entities/transaction.ts';
import type { ChainedLine } from '#server/platform/database/tables/operations.tables.ts';
import type { VersionKind } from '#server/platform/database/tables/documents.tables.ts';

export interface AuditSigner {
  name: string;
  contact: string;
  invited: Date | null;
  viewed: Date | null;
  signed: Date | null;
  /** IP address and user agent at signing. */
  from: string | null;
  /** The sign-in method of the acting account (RFC 8176), its time, and whether a second step followed; null if not recorded. */
  signIn: { how: string; at: Date | null; secondStep: boolean } | null;
  /** Whether an application acted for the account. */
  byApplication: boolean;
  /** The host of in-person signing, and the code that proved the signer's presence. */
  inPerson: { host: string; code: { address: string; at: Date } | null } | null;
  /** The signing certificate; `issuer` is null for this installation. */
  certificate: { serial: string; holder: string; issuer: string | null; keyOfServer: boolean } | null;
  level: string | null;
}

/** Somebody who took part without a signature. */
export interface AuditReader {
  participation: 'approver' | 'viewer';
  name: string;
  contact: string;
  invited: Date | null;
  viewed: Date | null;
  /** When they approved, or had opened every document. */
  done: Date | null;
  from: string | null;
  signIn: AuditSigner['signIn'];
  byApplication: boolean;
  /** What an approver agreed to. */
  documents: readonly { title: string; version: number; hash: string }[];
}

interface AuditVersion {
  version: number;
  kind: VersionKind;
  by: string;
  at: Date;
  size: number;
  hash: string;
}

export interface AuditStep {
  at: Date;
  action: InsightAction;
  /** Null: the installation itself. */
  who: string | null;
  from: string | null;
  detail: string | null;
  hash: string;
}

export interface AuditFacts {
  locale: string | null;
  installation: string;
  madeAt: Date;
  transaction: {
    id: string; name: string; status: TransactionStatus; sender: string;
    created: Date; started: Date | null; ended: Date | null; reason: string | null;
  };
  signers: AuditSigner[];
  readers: AuditReader[];
  documents: { id: string; title: string; versions: AuditVersion[] }[];
  steps: AuditStep[];
  /** The same steps in the form that was hashed, for verifying the chain. */
  records: readonly ChainedLine[];
  /** Hash of the transaction's last step. */
  head: string;
}
