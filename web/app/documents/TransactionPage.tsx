import { useEffect, useRef, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { signsHere } from '#contract/entities/in-person.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isEditable, isRunning } from '#contract/entities/transaction.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { warmPages } from '#web/services/engine/pages.service.ts';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { ResourceFailed } from '../resource/ResourceFailed.tsx';
import { EditorScreen } from './EditorScreen.tsx';
import { PendingScreen } from './PendingScreen.tsx';
import { SigningScreen } from './SigningScreen.tsx';
import { useTransaction } from './use-transaction.ts';

type Face = 'editor' | 'signing' | 'pending' | 'completed';

/** Which face of a transaction this person sees. */
function faceFor(transaction: Transaction, profile: Profile): Face {
  const mine = transaction.ownerId === profile.id;
  if (isEditable(transaction.status) && mine) return 'editor';
  if (isRunning(transaction.status) && signsHere(transaction, profile)) return 'signing';
  return transaction.status === 'completed' ? 'completed' : 'pending';
}

/** /transaction/{id} and its editor: the draft for its owner, the signing for whose turn it is, how it stands for the rest. */
export default function TransactionPage() {
  const { id = '' } = useParams();
  const { transaction, error, retry } = useTransaction(id);
  const profile = useAppSelector(selectProfile);
  useEffect(warmPages, []);
  const shown = useRef<{ id: string; face: Face } | null>(null);
  // After one has signed, the next at the same device: the transaction as it is for them.
  const [handedOn, setHandedOn] = useState<Transaction | null>(null);

  if (error) return <ResourceFailed resource={{ kind: 'transaction', id }} error={error} onRetry={retry} />;
  if (!transaction || !profile) return <LoadingOverlay />;
  // Whoever signs stays until they have read what happens now, whatever the others do meanwhile.
  if (shown.current?.id !== id || shown.current.face !== 'signing') shown.current = { id, face: faceFor(transaction, profile) };
  const next = handedOn?.id === id ? handedOn : null;
  switch (shown.current.face) {
    case 'editor':
      return <EditorScreen key={id} transaction={transaction} profile={profile} />;
    case 'signing':
      return <SigningScreen key={`${id}/${next?.version ?? ''}`} transaction={next ?? transaction} profile={profile} isHanded={next !== null} onNext={setHandedOn} />;
    case 'completed':
      return <Navigate to={fillPath(routes.transactionCompleted, { id })} replace />;
    case 'pending':
      return <PendingScreen transaction={transaction} profile={profile} />;
  }
}
