/** What an audit says, gathered and plain: who, when, how identified, from where, and the hash of every version. */
import type { InsightAction } from '#contract/entities/insight.ts';
import type { TransactionStatus } from '#contract/entities/transaction.ts';
import type { ChainedLine } from '#server/repositories/insights.repository.ts';
import type { VersionKind } from '#server/adapters/database/tables/documents.tables.ts';

export interface AuditSigner {
  name: string;
  contact: string;
  asked: Date | null;
  viewed: Date | null;
  signed: Date | null;
  /** Address and program they signed from. */
  from: string | null;
  /** How the account that acted had signed in (RFC 8176), and when; null where that was not recorded. */
  signIn: { how: string; at: Date | null } | null;
  /** An application acted for the account. */
  byApplication: boolean;
  /** Who they signed with in person, and the code that showed they were there. */
  inPerson: { host: string; code: { address: string; at: Date } | null } | null;
  /** Whose certificate signed, and who issued it; `issuer` is null for this installation. */
  certificate: { serial: string; holder: string; issuer: string | null; keyOfServer: boolean } | null;
  level: string | null;
}

export interface AuditVersion {
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
  documents: { id: string; title: string; versions: AuditVersion[] }[];
  steps: AuditStep[];
  /** The same steps for whoever checks the chain of hashes. */
  records: readonly ChainedLine[];
  /** Hash of the transaction's last step. */
  head: string;
}
