import { useMemo } from 'react';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { agreedContent } from '#web/features/signing/agreement.ts';
import { keepFilledIn } from '#web/features/signing/signing-draft.ts';
import { type FileToSign, workSubject } from '#web/features/signing/sign-one.ts';
import { toAppError } from '#web/services/app-error.ts';
import { cacheNow } from '#web/services/offline/store.ts';
import type { Agreed } from '#web/services/signing/signing-draft.service.ts';
import { storeSigningDraft } from '#web/services/signing/signing-draft.service.ts';

interface Agreement {
  /** Stores that the person has agreed and pressed Sign, so that the signing goes on after the window was closed. */
  readonly note: (files: readonly FileToSign[]) => Promise<void>;
  readonly takeBack: () => void;
}

/** What somebody agrees to. The documents are stored as they are read only where others sign after them on this device. */
const agreementTo = async (files: readonly FileToSign[], { id, name, recipients }: Transaction, signer: Recipient): Promise<Agreed> => ({
  at: Date.now(),
  transactionId: id,
  title: name,
  signerId: signer.id,
  content: await agreedContent(files, signer),
  inPerson: signer.inPerson,
  ...(recipients.some(({ inPerson }) => inPerson) ? { read: files.map(({ id: fileId, title, ext, version, before }) => ({ id: fileId, title, ext, version, before })) } : {}),
});

/** That somebody has pressed Sign, as long as the server does not have their signature. `isBehind`: others have agreed before on this device. */
export function useAgreement(transaction: Transaction, signer: Recipient, userId: string, isBehind: boolean): Agreement {
  return useMemo(() => {
    const subject = workSubject(transaction, signer);
    const store = async (files: readonly FileToSign[] | null): Promise<void> => {
      cacheNow();
      // Whatever happens now, what was filled in a moment ago is there after a reload.
      if (files) await keepFilledIn(subject, userId, files);
      try {
        await storeSigningDraft(subject, userId, { agreed: files && (await agreementTo(files, transaction, signer)) });
      } catch (error) {
        // Where others come first, there is nothing but what is stored.
        if (isBehind && files) throw error;
        console.info('The signing does not go on after this window', toAppError(error).code);
      }
    };
    return { note: store, takeBack: () => void store(null) };
  }, [transaction, signer, userId, isBehind]);
}
