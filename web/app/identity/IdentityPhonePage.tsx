import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { useFrame } from '#web/entities/ui-state/use-frame.ts';
import { useIdentityCheck } from '#web/entities/identity-checks/use-identity-check.ts';
import { nextStep } from '#web/features/identity/check-steps.ts';
import { IdentityCheckPanel } from '#web/features/identity/IdentityCheckPanel.tsx';
import TransactionPage from '../documents/transaction/TransactionPage.tsx';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { PageGuard } from '../PageGuard.tsx';
import { StatusScreen } from '../screens/StatusScreen.tsx';
import { IdentityCamera } from './IdentityCamera.tsx';

/**
 * /transaction/{id}/photo_capturing: the signing with the camera at hand. With a ticket, on a telephone that is not signed
 * in, the pictures of a check of identity for whoever waits at another device.
 */
export default function PhotoCapturingRoute() {
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const ticket = query.get('ticket');
  if (ticket) return <WithTicket transactionId={id} ticket={ticket} />;
  return (
    <PageGuard>
      <TransactionPage />
    </PageGuard>
  );
}

function WithTicket({ transactionId, ticket }: { transactionId: string; ticket: string }) {
  useFrame('bare');
  const { t } = useTranslation('identity');
  const checking = useIdentityCheck({ transactionId, ticket });
  const { value, error } = checking.found;
  const code = (checking.act.error ?? error)?.code;
  if (code === 'invalid_token' || code === 'unauthorized' || (value && !value.check)) {
    return <StatusScreen icon={CircleX} title={t('phone.gone')}>{t('phone.goneText')}</StatusScreen>;
  }
  if (!value?.check) return <LoadingOverlay />;
  if (nextStep(value.check).kind !== 'picture') return <StatusScreen icon={CircleCheck} title={t('phone.done')}>{t('phone.doneText')}</StatusScreen>;
  return <IdentityCheckPanel checking={checking} sender="" requirements={value.check.requirements} camera={(picture) => <IdentityCamera key={picture} picture={picture} checking={checking} />} />;
}
