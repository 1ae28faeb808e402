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
import { currentLocation } from '#web/services/location.ts';
import type { Person } from '#web/services/signing/signing-key.service.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';
import { deleteSigningDraft } from '#web/services/signing/signing-draft.service.ts';
import { personName } from '#web/ui/initials.ts';

export type Outcome = 'signed' | 'declined' | 'reassigned';

export interface SigningOutcome {
  readonly outcome: Outcome | null;
  /** Whether a signing is running. Events of the server are then its own effect. */
  readonly isSigning: boolean;
  /** The transaction after the signing. */
  readonly result: Transaction | null;
  /** The new assignee. */
  readonly reassignedTo: string;
  readonly sign: (files: readonly SigningFile[], key: SigningKey | null, onProgress: (progress: SignProgress) => void) => Promise<void>;
  readonly declined: () => void;
  readonly reassigned: (reassignedTo: string) => void;
  /** Opens the completed document. */
  readonly leave: () => void;
}

/** The subject of the certificate. */
export const personOf = (profile: Profile): Person => ({ id: profile.id, email: profile.email, phone: profile.phone, name: personName(profile) });

/** Result of the signing: signed, declined or reassigned. Then the stored draft is deleted. */
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
      // The certificate is that of the host. The signer is named in the signature.
      const reason = signer?.inPerson ? t('handOver.reason', { name: personName(signer), host: person.name }) : undefined;
      const latlng = begun.options.requireRecipientLocation ? await currentLocation() : undefined;
      setSigning(true);
      try {
        const signed = await signAll({ transaction: begun, latlng, reason, signerId: signer?.id ?? '', person, files, key, onProgress, onTransaction: setResult });
        setResult(signed);
        // A sender who is the only signer goes straight to the document.
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
