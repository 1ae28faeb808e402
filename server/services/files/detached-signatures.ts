import type { DetachedSignature } from '#contract/entities/file.ts';
import type { DetachedSignatureRow } from '#server/repositories/detached-signatures.repository.ts';
import type { FileRow } from '#server/repositories/files.repository.ts';

/** The signatures among `rows` that are beside the current body of the file. */
export const signaturesBeside = ({ id, version }: Pick<FileRow, 'id' | 'version'>, rows: readonly DetachedSignatureRow[]): DetachedSignature[] =>
  rows.filter((each) => each.file_id === id && each.file_version === version).map(toDetachedSignature);

const toDetachedSignature = ({ id, file_version: version, signature, created_at: at, cms }: DetachedSignatureRow): DetachedSignature =>
  ({ id, version, signer: (signature as { signerName?: string | null }).signerName ?? null, signedAt: at.toISOString(), cms: cms.toString('base64') });
