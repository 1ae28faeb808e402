import { lazy, Suspense, useEffect, useReducer, useRef, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { signsHere } from '#contract/entities/in-person.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isEditable, isRunning } from '#contract/entities/transaction.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { isHandheld } from '#web/ui/device.ts';
import { warmPages } from '#web/services/engine/pages/pages.service.ts';
import { LoadingOverlay } from '../../frame/LoadingOverlay.tsx';
import { ResourceFailed } from '../../resource/ResourceFailed.tsx';
import { SigningScreen } from '../signing/SigningScreen.tsx';
import { useTransaction } from '../shared/use-transaction.ts';

/** Loaded separately, because signers need neither the editor nor the progress screen. */
const EditorScreen = lazy(async () => ({ default: (await import('../editor/EditorScreen.tsx')).EditorScreen }));
const PendingScreen = lazy(async () => ({ default: (await import('./PendingScreen.tsx')).PendingScreen }));

type View = 'editor' | 'signing' | 'pending' | 'completed';

/** The view of a transaction for this person. */
function viewFor(transaction: Transaction, profile: Profile): View {
  const mine = transaction.ownerId === profile.id;
  if (isEditable(transaction.status) && mine) return 'editor';
  if (isRunning(transaction.status) && signsHere(transaction, profile)) return 'signing';
  return transaction.status === 'completed' ? 'completed' : 'pending';
}

/** /transaction/{id}: the editor for the owner of a draft, the signing for the current signer, the progress for everybody else. */
export default function TransactionPage() {
  const { id = '' } = useParams();
  const { transaction, error, retry } = useTransaction(id);
  const profile = useAppSelector(selectProfile);
  useEffect(() => {
    // On phones the first field is in the panel, so rendering is not urgent.
    if (!isHandheld()) warmPages();
  }, []);
  const shown = useRef<{ id: string; view: View; transaction: Transaction } | null>(null);
  // In-person signing: the transaction for the next signer on this device.
  const [handedOn, setHandedOn] = useState<Transaction | null>(null);
  const [, leave] = useReducer((count: number) => {
    shown.current = null;
    return count + 1;
  }, 0);

  // The signer stays on the signing view until they leave it, whatever happens to the transaction.
  const signing = shown.current?.id === id && shown.current.view === 'signing' ? shown.current : null;
  if (!signing && error) return <ResourceFailed resource={{ kind: 'transaction', id }} error={error} onRetry={retry} />;
  const known = signing?.transaction ?? transaction;
  if (!known || !profile) return <LoadingOverlay />;
  const view = signing?.view ?? viewFor(known, profile);
  shown.current = { id, view, transaction: transaction ?? known };
  const next = handedOn?.id === id ? handedOn : null;
  switch (view) {
    case 'editor':
      return (
        <Suspense fallback={<LoadingOverlay />}>
          <EditorScreen key={id} transaction={known} profile={profile} />
        </Suspense>
      );
    case 'signing':
      return (
        <SigningScreen
          key={`${id}/${next?.version ?? ''}`}
          transaction={next ?? known}
          now={transaction ?? (error ? null : known)}
          profile={profile}
          isHanded={next !== null}
          onNext={setHandedOn}
          onLeave={leave}
        />
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
