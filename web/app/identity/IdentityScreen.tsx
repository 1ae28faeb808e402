import { Smartphone } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IdentityPicture } from '#contract/entities/identity-check.ts';
import { isIdentityProven } from '#contract/entities/identity-check.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { CheckedPerson, IdentityChecking } from '#web/entities/identity-checks/use-identity-check.ts';
import { useIdentityCheck } from '#web/entities/identity-checks/use-identity-check.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { IdentityCheckPanel } from '#web/features/identity/IdentityCheckPanel.tsx';
import { PhoneLink } from '#web/features/signing/PhoneLink.tsx';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { useDevice } from '#web/ui/use-device.ts';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { IdentityCamera } from './IdentityCamera.tsx';

interface IdentityScreenProps {
  transaction: Transaction;
  signer: Recipient;
  /** Called when the identity is confirmed. */
  onProven: () => void;
}

/** Identity check before the document, if the sender requires it. */
export function IdentityScreen({ transaction, signer, onProven }: IdentityScreenProps) {
  const { t } = useTranslation('identity');
  const person: CheckedPerson = { transactionId: transaction.id, recipientId: signer.id, ...(signer.inPerson ? { byUser: signer.id } : {}) };
  const checking = useIdentityCheck(person);
  const { value, error } = checking.found;
  useDocumentTitle(t('begin.title'));
  const check = value?.check;
  const proven = check ? isIdentityProven({ ...signer, identityValidationStatus: check.status }) : false;
  const latestOnProven = useRef(onProven);
  latestOnProven.current = onProven;
  useEffect(() => {
    if (proven) latestOnProven.current();
  }, [proven]);
  if (!value && !error) return <LoadingOverlay />;
  return (
    <IdentityCheckPanel
      checking={checking}
      sender={personName(transaction.owner)}
      requirements={signer.identityRequirements}
      camera={(picture) => <CaptureChoice key={picture} picture={picture} person={person} checking={checking} />}
    />
  );
}

/** Choice between this device and a phone, since desktops have no suitable camera. */
function CaptureChoice({ picture, person, checking }: { picture: IdentityPicture; person: CheckedPerson; checking: IdentityChecking }) {
  const { t } = useTranslation('identity');
  const [onPhone, setOnPhone] = useState(false);
  const isPhone = useDevice() === 'phone';
  const mayPhone = useDeployment()?.allowPhoneCapture ?? false;
  if (onPhone) return <ByPhone person={person} onHere={() => setOnPhone(false)} />;
  return (
    <>
      <IdentityCamera picture={picture} checking={checking} />
      {mayPhone && !isPhone ? (
        <Button look="quiet" icon={<Icon of={Smartphone} />} onPress={() => setOnPhone(true)}>
          {t('phone.open')}
        </Button>
      ) : null}
    </>
  );
}

function ByPhone({ person: { transactionId, byUser }, onHere }: { person: CheckedPerson; onHere: () => void }) {
  const { t } = useTranslation('identity');
  const who = byUser ? { byUser } : {};
  const ticket = useAnswer(useCallback((signal: AbortSignal) => call('identityChecks.ticket', { params: { id: transactionId }, body: byUser ? { byUser } : {} }, { signal }), [transactionId, byUser]));
  if (ticket.error) return <Banner meaning="negative" actions={<Button onPress={ticket.reload}>{t('tryAgain')}</Button>}>{errorText(ticket.error, t('failed'))}</Banner>;
  return (
    <>
      <PhoneLink link={ticket.value?.link ?? null} send={(phone) => call('identityChecks.sendSms', { params: { id: transactionId }, body: { ...who, phone } })}>
        <p role="status">{t('phone.waiting')}</p>
      </PhoneLink>
      <Button look="quiet" onPress={onHere}>
        {t('phone.here')}
      </Button>
    </>
  );
}
