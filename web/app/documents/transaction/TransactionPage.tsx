import { lazy, Suspense, useEffect, useReducer, useRef, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { signsHere } from '#contract/entities/in-person.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { isSigner } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isEditable, isRunning } from '#contract/entities/transaction.ts';
import { isHeld } from '#contract/permissions/transaction.permissions.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { isHandheld } from '#web/ui/device.ts';
import { warmPages } from '#web/services/engine/pages/pages.service.ts';
import { LoadingOverlay } from '../../frame/LoadingOverlay.tsx';
import { ResourceFailed } from '../../resource/ResourceFailed.tsx';
import { useIsAlone } from '../alone/alone-mode.ts';
import { SigningScreen } from '../signing/SigningScreen.tsx';
import { useTransaction } from '../shared/use-transaction.ts';

/** Loaded separately, because signers need neither the editor nor the progress screen. */
const EditorScreen = lazy(async () => ({ default: (await import('../editor/EditorScreen.tsx')).EditorScreen }));
const AloneScreen = lazy(async () => ({ default: (await import('../alone/AloneScreen.tsx')).AloneScreen }));
const PendingScreen = lazy(async () => ({ default: (await import('./PendingScreen.tsx')).PendingScreen }));

/** The screen of an end-to-end encrypted request. */
const EncryptedScreen = lazy(async () => ({ default: (await import('../encrypted/EncryptedScreen.tsx')).EncryptedScreen }));

/** The screen of a request that waits for approval before it is sent. */
const HeldScreen = lazy(async () => ({ default: (await import('../held/HeldScreen.tsx')).HeldScreen }));

/** The screen of an approver or a viewer. */
const ReviewScreen = lazy(async () => ({ default: (await import('../reviewing/ReviewScreen.tsx')).ReviewScreen }));

type View = 'encrypted' | 'editor' | 'held' | 'signing' | 'reviewing' | 'pending' | 'completed';

/** The view of a transaction for this person. */
function viewFor(transaction: Transaction, profile: Profile): View {
  if (transaction.endToEndEncrypted) return 'encrypted';
  if (isHeld(transaction)) return 'held';
  const mine = transaction.ownerId === profile.id;
  if (isEditable(transaction.status) && mine) return 'editor';
  const here = isRunning(transaction.status) ? signsHere(transaction, profile) : null;
  if (here) return isSigner(here) ? 'signing' : 'reviewing';
  return transaction.status === 'completed' ? 'completed' : 'pending';
}

/** /transaction/{id}: the editor for the owner of a draft, what waits for approval for its sender and those who approve, the signing for the current signer, the review for an approver or a viewer, the progress for everybody else. */
export default function TransactionPage() {
  const { id = '' } = useParams();
  const { transaction, error, retry } = useTransaction(id);
  const profile = useAppSelector(selectProfile);
  const isAlone = useIsAlone();
  useEffect(() => {
    // On phones the first field is in the panel, so rendering is not urgent.
    if (!isHandheld()) warmPages();
  }, []);
  const shown = useRef<{ id: string; view: View; transaction: Transaction } | null>(null);
  // In-person signing: the transaction for the next signer on this device.
  const [handedOn, setHandedOn] = useState<Transaction | null>(null);
  const [round, leave] = useReducer((count: number) => {
    shown.current = null;
    return count + 1;
  }, 0);

  // Whoever signs, approves or views stays on that view until they leave it, whatever happens to the transaction.
  const signing = shown.current?.id === id && (shown.current.view === 'signing' || shown.current.view === 'reviewing') ? shown.current : null;
  if (!signing && error) return <ResourceFailed resource={{ kind: 'transaction', id }} error={error} onRetry={retry} />;
  const known = signing?.transaction ?? transaction;
  if (!known || !profile) return <LoadingOverlay />;
  const view = signing?.view ?? viewFor(known, profile);
  shown.current = { id, view, transaction: transaction ?? known };
  const next = handedOn?.id === id ? handedOn : null;
  switch (view) {
    case 'encrypted':
      return (
        <Suspense fallback={<LoadingOverlay />}>
          <EncryptedScreen key={id} transaction={known} profile={profile} />
        </Suspense>
      );
    case 'editor':
      return (
        <Suspense fallback={<LoadingOverlay />}>
          {isAlone ? <AloneScreen key={id} transaction={known} profile={profile} /> : <EditorScreen key={id} transaction={known} profile={profile} />}
        </Suspense>
      );
    case 'signing':
      return (
        <SigningScreen
          // While the server is away, the version stays the same for the next signer.
          key={`${id}/${round}/${next?.version ?? ''}/${next ? signsHere(next, profile)?.id : ''}`}
          transaction={next ?? known}
          now={transaction ?? (error ? null : known)}
          profile={profile}
          isHanded={next !== null}
          onNext={setHandedOn}
          onLeave={leave}
          onRestart={() => {
            setHandedOn(null);
            leave();
          }}
        />
      );
    case 'reviewing':
      return (
        <Suspense fallback={<LoadingOverlay />}>
          <ReviewScreen key={id} transaction={known} now={transaction ?? (error ? null : known)} profile={profile} onLeave={leave} />
        </Suspense>
      );
    case 'held':
      return (
        <Suspense fallback={<LoadingOverlay />}>
          {/* Asked for again, it may have other documents. */}
          <HeldScreen key={known.sendApproval?.requestedAt ?? id} transaction={known} profile={profile} />
        </Suspense>
      );
    case 'completed':
      return <Navigate to={fillPath(routes.transactionCompleted, { id })} replace />;
    case 'pending':
      return (
        <Suspense fallback={<LoadingOverlay />}>
          <PendingScreen transaction={known} profile={profile} />
        </Suspense>
      );
  }
}
