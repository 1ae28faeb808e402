/**
 * Signing a page (XHTML), which has no place for a signature: the body stays as it is, and a detached signature over it is kept beside it
 * (0054). So those who sign at once do not disturb each other. A signature whose time stamp can't be made is refused, and not kept waiting.
 */
import type { SignBody } from '#contract/calls/transactions.calls.ts';
import type { SignBesideForPerson } from '#server/adapters/authority/person-signature.ts';
import { subjectOf } from '#server/adapters/authority/subject.ts';
import { isTimestampUnavailable, type TimeSource } from '#server/adapters/authority/time-source.ts';
import { isEngineError } from '#server/adapters/core/engine-error.ts';
import type { EnginePool } from '#server/adapters/core/engine-pool.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { assertCodeTyped } from '#server/authority/certificate-proof.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { insertCertificate } from '#server/repositories/certificates.repository.ts';
import { lockFiles, type FileWithFields } from '#server/repositories/files.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { viewerOf, type Caller } from '#server/services/caller.ts';
import type { DetachedVerdict, DocumentChecker, TrustAnchors } from '#server/services/documents/document-checker.ts';
import type { NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import type { TransactionState } from '#server/services/transactions/transaction-state.ts';
import { requiredCertificateOf, wantsServer } from './required-certificate.ts';
import { writeDetachedSigning } from './signing-effects.ts';

interface PageToSign {
  recipient: RecipientRow;
  file: FileWithFields;
}

/** A verified signature with a time stamp, ready to be committed. */
export interface DetachedSigning extends PageToSign {
  cms: Uint8Array;
  verdict: DetachedVerdict;
}

/** Whether at least one valid time stamp proves the time of the signature. */
const isProven = ({ signature }: DetachedVerdict): boolean => signature?.level === 'B-T' || signature?.level === 'B-LT';

interface Dependencies {
  db: Db;
  storage: Storage;
  engines: EnginePool;
  checker: Pick<DocumentChecker, 'checkDetached'>;
  config: NotifyConfig;
  trust: TrustAnchors;
  time: TimeSource;
  signBeside: SignBesideForPerson;
}

export type PageSigning = ReturnType<typeof createPageSigning>;

export function createPageSigning({ db, storage, engines, checker, config, trust, time, signBeside }: Dependencies) {
  /** The verified signature that the call brings, or that the server makes for the signer. */
  async function accept(caller: Caller, state: TransactionState, { recipient, file }: PageToSign, input: SignBody): Promise<DetachedSigning> {
    const parts = await storage.source(file.body_ref);
    const given = wantsServer(input) ? await signForRecipient(caller, state, parts) : Uint8Array.from(Buffer.from(input.cms ?? '', 'base64'));
    if (given.length === 0) throw new AppError('file_body_missing', { fileId: file.id });
    const check = async (cms: Uint8Array): Promise<DetachedVerdict> => {
      const verdict = await checker.checkDetached({ parts, cms, signer: viewerOf(caller), trust, wanted: requiredCertificateOf(state), at: new Date() });
      if (verdict.problems.length > 0) throw new AppError('verification_failed', { fileId: file.id, problems: verdict.problems });
      return verdict;
    };
    const verdict = await check(given);
    if (isProven(verdict)) return { recipient, file, cms: given, verdict };
    const cms = await stamped(given, file.id);
    const proven = await check(cms);
    if (!isProven(proven)) throw new AppError('service_unavailable');
    return { recipient, file, cms, verdict: proven };
  }

  async function signForRecipient(caller: Caller, state: TransactionState, content: Awaited<ReturnType<Storage['source']>>): Promise<Uint8Array> {
    if (state.options.requireLocalCertificate) throw new AppError('sign_conditions_not_accepted', { reason: 'local_certificate' });
    const subject = subjectOf(caller);
    await assertCodeTyped(db, subject, caller);
    return signBeside({ content: [...content], subject, at: new Date() }, (issuedTo, issued) => insertCertificate(db, caller.userId, issuedTo, issued));
  }

  /** Adds a time stamp to a signature that was verified. */
  async function stamped(cms: Uint8Array, fileId: string): Promise<Uint8Array> {
    return engines.use(async (engine) => {
      try {
        const request = await engine.detachedTimestampRequest(cms);
        const response = Uint8Array.from(await time.answer(request));
        return await engine.addDetachedTimestamp(cms, { request, response, trust: [...time.trust] });
      } catch (error) {
        if (isTimestampUnavailable(error)) throw new AppError('service_unavailable');
        if (isEngineError(error) && error.code.startsWith('sign_')) throw new AppError('verification_failed', { fileId, problems: [{ code: error.code, message: error.message }] });
        throw error;
      }
    });
  }

  /** `state`: loaded under the lock; `recipient`: who may sign now. */
  async function commit(tx: Tx, caller: Caller, state: TransactionState, signing: DetachedSigning): Promise<void> {
    const [file] = await lockFiles(tx, [signing.file.id]);
    if (file?.version !== signing.file.version || file.hash !== signing.file.hash) throw new AppError('conflict', { fileId: signing.file.id });
    await writeDetachedSigning(tx, config, caller, state, signing);
  }

  return { accept, commit };
}
