import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { signsHere } from '#contract/entities/in-person.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { transactionReceived } from '#web/entities/transactions/transactions.slice.ts';
import type { SignProgress } from '#web/features/signing/sign-run.ts';
import { signAll } from '#web/features/signing/sign-run.ts';
import type { SigningFile } from '#web/features/signing/signing.slice.ts';
import { toAppError } from '#web/services/app-error.ts';
import { currentPlace } from '#web/services/location.ts';
import type { Person } from '#web/services/signing/signing-key.service.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';
import { deleteSigningDraft } from '#web/services/signing/signing-draft.service.ts';
import { personName } from '#web/ui/initials.ts';

export type Outcome = 'signed' | 'declined' | 'reassigned';

export interface SigningOutcome {
  readonly outcome: Outcome | null;
  /** The signing is under way: what the server tells of it is its own. */
  readonly isSigning: boolean;
  /** The transaction as the server has it after the signing. */
  readonly result: Transaction | null;
  /** Who was named instead. */
  readonly reassignedTo: string;
  readonly sign: (files: readonly SigningFile[], key: SigningKey | null, onProgress: (progress: SignProgress) => void) => Promise<void>;
  readonly declined: () => void;
  readonly reassigned: (reassignedTo: string) => void;
  /** Goes on to the completed document. */
  readonly leave: () => void;
}

/** Whom a certificate is made out to. */
export const personOf = (profile: Profile): Person => ({ id: profile.id, email: profile.email, phone: profile.phone, name: personName(profile) });

/** How a signing ends: signed, declined or handed on. What was filled in is then no longer kept here. */
export function useSigningOutcome(begun: Transaction, profile: Profile, subject: string): SigningOutcome {
  const dispatch = useAppDispatch();
  const { t } = useTranslation('signing');
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [result, setResult] = useState<Transaction | null>(null);
  const [reassignedTo, setReassignedTo] = useState('');
  const [isSigning, setSigning] = useState(false);
  const forget = (): Promise<void> =>
    deleteSigningDraft(subject, profile.id).catch((failure: unknown) => console.warn('What was filled in stays in this browser', toAppError(failure).code));
  const end = (how: Outcome): Promise<void> => {
    setOutcome(how);
    return forget();
  };
  const leave = (shown: Transaction): void => {
    dispatch(transactionReceived(shown));
    if (shown.status === 'completed') void navigate(fillPath(routes.transactionCompleted, { id: begun.id }));
  };
  return {
    outcome,
    isSigning,
    result,
    reassignedTo,
    sign: async (files, key, onProgress) => {
      const signer = signsHere(begun, profile);
      const person = personOf(profile);
      // The certificate is the host's: who signed stands in the signature itself.
      const reason = signer?.inPerson ? t('handOver.reason', { name: personName(signer), host: person.name }) : undefined;
      const latlng = begun.options.requireRecipientLocation ? await currentPlace() : undefined;
      setSigning(true);
      try {
        const signed = await signAll({ transaction: begun, latlng, reason, signerId: signer?.id ?? '', person, files, key, onProgress, onTransaction: setResult });
        setResult(signed);
        // Whoever signs for themselves wants the document, and nobody has to be told of.
        if (signed.type === 'just_me' && signed.status === 'completed') {
          await forget();
          leave(signed);
        } else await end('signed');
      } finally {
        setSigning(false);
      }
    },
    declined: () => void end('declined'),
    reassigned: (name) => {
      setReassignedTo(name);
      void end('reassigned');
    },
    leave: () => leave(result ?? begun),
  };
}
