import { startTransition, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { signsHere } from '#contract/entities/in-person.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { fetchFile } from '#web/entities/files/files.requests.ts';
import { isCheckOutdated } from '#web/entities/identity-checks/is-check-outdated.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { fetchTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { transactionReceived } from '#web/entities/transactions/transactions.slice.ts';
import { keepFilledIn } from '#web/features/signing/signing-draft.ts';
import type { FileToSign } from '#web/features/signing/sign-one.ts';
import type { SignRun } from '#web/features/signing/sign-progress.ts';
import { prepareToSign, signAll } from '#web/features/signing/sign-run.ts';
import { toAppError } from '#web/services/app-error.ts';
import { currentLocation } from '#web/services/location.ts';
import type { Person } from '#web/services/signing/signing-key.service.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';
import { deleteSigningDraft } from '#web/services/signing/signing-draft.service.ts';
import { unlessAborted } from '#web/services/unless-aborted.ts';
import { personName } from '#web/ui/initials.ts';

export type Outcome = 'signed' | 'declined' | 'reassigned';

/** Whether the server asks for the access code again, which it forgets after some hours; `entered` once it has been. */
export type Access = 'open' | 'asked' | 'entered';

export interface SigningOutcome {
  readonly access: Access;
  /** Called when the access code has been entered again. */
  readonly unlocked: () => void;
  readonly outcome: Outcome | null;
  /** Whether a signing is running. Events of the server are then its own effect. */
  readonly isSigning: boolean;
  /** The transaction after the signing. */
  readonly result: Transaction | null;
  /** The new assignee. */
  readonly reassignedTo: string;
  /** Loads what signing needs, while the question is read. */
  readonly prepare: (files: readonly FileToSign[], key: SigningKey | null, signal: AbortSignal) => Promise<void>;
  readonly sign: (files: readonly FileToSign[], key: SigningKey | null, run: SignRun) => Promise<void>;
  /** Everybody who had agreed on this device has signed. */
  readonly signed: (transaction: Transaction) => void;
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
  const [access, setAccess] = useState<Access>('open');
  const hasFailed = useRef(false);
  const forget = (): Promise<void> =>
    deleteSigningDraft(subject, profile.id).catch((failure: unknown) => console.warn('What was filled in stays in this browser', toAppError(failure).code));
  /** The server has other versions than those shown here: the next attempt signs what is shown then. */
  const reloadFiles = (): void => {
    for (const id of begun.fileIds) void dispatch(fetchFile({ id }));
  };
  const end = (how: Outcome): Promise<void> => {
    // The screen is large; a transition keeps the page responsive while it renders.
    startTransition(() => setOutcome(how));
    return forget();
  };
  const who = () => {
    const signer = signsHere(begun, profile);
    const person = personOf(profile);
    // The certificate is that of the host. The signer is named in the signature.
    const reason = signer?.inPerson ? t('handOver.reason', { name: personName(signer), host: person.name }) : undefined;
    return { transaction: begun, signerId: signer?.id ?? '', person, reason };
  };
  const leave = (shown: Transaction): void => {
    dispatch(transactionReceived(shown));
    if (shown.status === 'completed') void navigate(fillPath(routes.transactionCompleted, { id: begun.id }));
  };
  return {
    access,
    unlocked: () => {
      setAccess('entered');
      void dispatch(fetchTransaction({ id: begun.id }));
      reloadFiles();
    },
    outcome,
    isSigning,
    result,
    reassignedTo,
    prepare: (files, key, signal) => prepareToSign({ ...who(), files, key, signal }),
    sign: async (files, key, run) => {
      const latlng = begun.options.requireRecipientLocation ? await unlessAborted(currentLocation(), run.signal) : undefined;
      startTransition(() => setSigning(true));
      // Whatever happens now, what was filled in a moment ago is there after a reload.
      await keepFilledIn(subject, profile.id, files);
      let isOutdated = false;
      const onOutdated = (): void => void (isOutdated = true);
      try {
        const signed = await signAll({ ...who(), latlng, files, key, ...run, onOutdated, onTransaction: (reached) => startTransition(() => setResult(reached)), isRepeated: hasFailed.current });
        startTransition(() => setResult(signed));
        // A sender who is the only signer goes straight to the document.
        if (signed.type === 'just_me' && signed.status === 'completed') {
          await forget();
          leave(signed);
        } else await end('signed');
      } catch (failure) {
        hasFailed.current = true;
        if (isCheckOutdated(failure, signsHere(begun, profile))) void dispatch(fetchTransaction({ id: begun.id }));
        const { code } = toAppError(failure);
        if (isOutdated || code === 'conflict') reloadFiles();
        if (code === 'access_code_required') setAccess('asked');
        throw failure;
      } finally {
        startTransition(() => setSigning(false));
      }
    },
    signed: (transaction) => {
      startTransition(() => setResult(transaction));
      void end('signed');
    },
    declined: () => void end('declined'),
    reassigned: (name) => {
      setReassignedTo(name);
      void end('reassigned');
    },
    leave: () => leave(result ?? begun),
  };
}
