import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/entities/profile.ts';
import { errorText } from '#web/entities/error-text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { AddressStep } from './AddressStep.tsx';
import { CodeStep } from './CodeStep.tsx';
import type { CertificateMethod, CertificateOrder } from './certificate-order.ts';
import { LocalCertificate } from './LocalCertificate.tsx';
import type { OrderActions } from './use-certificate-order.ts';
import styles from './certificate.module.scss';

interface CertificateStepsProps {
  order: CertificateOrder;
  actions: OrderActions;
  methods: readonly CertificateMethod[];
  profile: Profile;
  /** Address of the signing helper on this device, if the installation uses one. */
  helper: string | null;
  onClose: () => void;
}

/** Steps to get a certificate, shown inline: introduction, method, address, issuance. */
export function CertificateSteps(props: CertificateStepsProps) {
  const { order, onClose } = props;
  const { t } = useTranslation('certificate');
  const title = useRef<HTMLHeadingElement>(null);
  // Moves focus to the title, so that screen readers announce each step.
  useEffect(() => title.current?.focus(), [order.step]);
  return (
    <section className={styles.steps} aria-label={t(`title.${order.step}`)}>
      <div className={styles.stepsHead}>
        <h3 ref={title} tabIndex={-1}>
          {t(`title.${order.step}`)}
        </h3>
        <IconButton label={t('close')} plainName icon={<Icon of={X} />} onPress={onClose} />
      </div>
      <Step {...props} />
      {order.error && !isSaidInStep(order) ? <Banner meaning="negative">{errorText(order.error)}</Banner> : null}
    </section>
  );
}

/** A wrong code is reported beside the code field. */
const isSaidInStep = ({ step, error }: CertificateOrder): boolean => step === 'otp' && (error?.code === 'invalid_code' || error?.code === 'request_validation_error');

function Step({ order, actions, methods, profile, helper, onClose }: CertificateStepsProps) {
  switch (order.step) {
    case 'introduce':
      return <Introduction onNext={actions.introduced} />;
    case 'selectMethod':
      return <MethodStep order={order} actions={actions} methods={methods} helper={helper} onClose={onClose} />;
    case 'email':
      return <AddressStep profile={profile} onProven={actions.addressProven} onBack={actions.back} />;
    case 'serverAuth':
      return <EnrolStep order={order} actions={actions} onClose={onClose} />;
    case 'otp':
      return <CodeStep order={order} actions={actions} onClose={onClose} />;
  }
}

function Introduction({ onNext }: { onNext: () => void }) {
  const { t } = useTranslation('certificate');
  return (
    <>
      <p>{t('introduce.what')}</p>
      <p>{t('introduce.default')}</p>
      <div className={styles.actions}>
        <Button look="primary" onPress={onNext}>
          {t('next')}
        </Button>
      </div>
    </>
  );
}

function MethodStep({ order, actions, methods, helper, onClose }: Pick<CertificateStepsProps, 'order' | 'actions' | 'methods' | 'helper' | 'onClose'>) {
  const { t } = useTranslation('certificate');
  const [method, setMethod] = useState<CertificateMethod>(methods.includes(order.orderName) ? order.orderName : (methods[0] ?? 'new_certificate'));
  return (
    <>
      <RadioGroup
        label={t('selectMethod.label')}
        options={methods.map((key) => ({ key, text: t(`method.${key}`), description: t(`methodText.${key}`) }))}
        value={method}
        onChange={(key) => setMethod(key)}
      />
      {method === 'local_certificate' ? (
        <LocalCertificate
          helper={helper}
          isBusy={order.stepState === 'pending'}
          onTake={async (find) => {
            actions.selectMethod(method);
            if (await actions.take(find)) onClose();
          }}
        />
      ) : (
        <div className={styles.actions}>
          <Button look="primary" onPress={() => actions.selectMethod(method)}>
            {t('next')}
          </Button>
        </div>
      )}
    </>
  );
}

function EnrolStep({ order, actions, onClose }: Pick<CertificateStepsProps, 'order' | 'actions' | 'onClose'>) {
  const { t } = useTranslation('certificate');
  const isBusy = order.stepState === 'pending';
  const isOfServer = order.orderName === 'server_certificate';
  const go = async (): Promise<void> => {
    if (isOfServer) await actions.sendCode();
    else if (await actions.enrol()) onClose();
  };
  return (
    <>
      <p>{t(isOfServer ? 'serverAuth.server' : 'serverAuth.browser')}</p>
      <div className={styles.actions}>
        <Button isDisabled={isBusy} onPress={actions.back}>
          {t('back')}
        </Button>
        <Button look="primary" isPending={isBusy} onPress={() => void go()}>
          {t(order.error ? 'tryAgain' : isOfServer ? 'serverAuth.send' : 'serverAuth.get')}
        </Button>
      </div>
    </>
  );
}
