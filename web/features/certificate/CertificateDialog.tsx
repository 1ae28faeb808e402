import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/entities/profile.ts';
import { errorText } from '#web/entities/error-text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { AddressStep } from './AddressStep.tsx';
import { CodeStep } from './CodeStep.tsx';
import type { CertificateMethod, CertificateOrder } from './certificate-order.ts';
import { LocalCertificate } from './LocalCertificate.tsx';
import type { OrderActs } from './use-certificate-order.ts';
import styles from './certificate.module.scss';

interface CertificateDialogProps {
  order: CertificateOrder;
  acts: OrderActs;
  methods: readonly CertificateMethod[];
  profile: Profile;
  /** Where the signing helper of this device answers, if this installation knows of one. */
  helper: string | null;
  onClose: () => void;
}

/** The steps to a certificate: what it is, which one, for whom, and getting it. */
export function CertificateDialog(props: CertificateDialogProps) {
  const { order, onClose } = props;
  const { t } = useTranslation('certificate');
  return (
    <Dialog isOpen onClose={onClose} title={t(`title.${order.step}`)} closeLabel={t('close')} isDismissable={false}>
      <div className={styles.step}>
        <Step {...props} />
        {order.error && !isSaidInStep(order) ? <Banner meaning="negative">{errorText(order.error)}</Banner> : null}
      </div>
    </Dialog>
  );
}

/** A wrong code is told beside it. */
const isSaidInStep = ({ step, error }: CertificateOrder): boolean => step === 'otp' && (error?.code === 'invalid_code' || error?.code === 'request_validation_error');

function Step({ order, acts, methods, profile, helper, onClose }: CertificateDialogProps) {
  switch (order.step) {
    case 'introduce':
      return <Introduction onNext={acts.introduced} />;
    case 'selectMethod':
      return <MethodStep order={order} acts={acts} methods={methods} helper={helper} onClose={onClose} />;
    case 'email':
      return <AddressStep profile={profile} onProven={acts.addressProven} onBack={acts.back} />;
    case 'serverAuth':
      return <EnrolStep order={order} acts={acts} onClose={onClose} />;
    case 'otp':
      return <CodeStep order={order} acts={acts} onClose={onClose} />;
  }
}

function Introduction({ onNext }: { onNext: () => void }) {
  const { t } = useTranslation('certificate');
  return (
    <>
      <p>{t('introduce.what')}</p>
      <p>{t('introduce.default')}</p>
      <div className={styles.acts}>
        <Button look="primary" onPress={onNext}>
          {t('next')}
        </Button>
      </div>
    </>
  );
}

function MethodStep({ order, acts, methods, helper, onClose }: Pick<CertificateDialogProps, 'order' | 'acts' | 'methods' | 'helper' | 'onClose'>) {
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
            acts.selectMethod(method);
            if (await acts.take(find)) onClose();
          }}
        />
      ) : (
        <div className={styles.acts}>
          <Button look="primary" onPress={() => acts.selectMethod(method)}>
            {t('next')}
          </Button>
        </div>
      )}
    </>
  );
}

function EnrolStep({ order, acts, onClose }: Pick<CertificateDialogProps, 'order' | 'acts' | 'onClose'>) {
  const { t } = useTranslation('certificate');
  const isBusy = order.stepState === 'pending';
  const isOfServer = order.orderName === 'server_certificate';
  const go = async (): Promise<void> => {
    if (isOfServer) await acts.sendCode();
    else if (await acts.enrol()) onClose();
  };
  return (
    <>
      <p>{t(isOfServer ? 'serverAuth.server' : 'serverAuth.browser')}</p>
      <div className={styles.acts}>
        <Button isDisabled={isBusy} onPress={acts.back}>
          {t('back')}
        </Button>
        <Button look="primary" isPending={isBusy} onPress={() => void go()}>
          {t(order.error ? 'tryAgain' : isOfServer ? 'serverAuth.send' : 'serverAuth.get')}
        </Button>
      </div>
    </>
  );
}
