import { useMemo } from 'react';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { agreedContent } from '#web/features/signing/agreement.ts';
import { type FileToSign, workSubject } from '#web/features/signing/sign-one.ts';
import { toAppError } from '#web/services/app-error.ts';
import { cacheNow } from '#web/services/offline/store.ts';
import { storeSigningDraft } from '#web/services/signing/signing-draft.service.ts';

interface Agreement {
  /** Stores that the person has agreed and pressed Sign, so that the signing goes on after the window was closed. */
  readonly note: (files: readonly FileToSign[]) => Promise<void>;
  readonly takeBack: () => void;
}

/** That somebody has pressed Sign, as long as the server does not have their signature. In-person signers press it while the host is there. */
export function useAgreement(transaction: Transaction, signer: Recipient, userId: string): Agreement {
  return useMemo(() => {
    const subject = workSubject(transaction, signer);
    const store = async (files: readonly FileToSign[] | null): Promise<void> => {
      if (signer.inPerson) return;
      cacheNow();
      try {
        const agreed = files && { at: Date.now(), transactionId: transaction.id, title: transaction.name, signerId: signer.id, content: await agreedContent(files, signer) };
        await storeSigningDraft(subject, userId, { agreed });
      } catch (error) {
        console.info('The signing does not go on after this window', toAppError(error).code);
      }
    };
    return { note: store, takeBack: () => void store(null) };
  }, [transaction, signer, userId]);
}
