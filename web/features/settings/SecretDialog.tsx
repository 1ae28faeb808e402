import { useTranslation } from 'react-i18next';
import { calls } from '#contract/calls/calls.ts';
import type { Application } from '#contract/entities/application.ts';
import { hostUrl } from '#web/services/config.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Stack } from '#web/ui/Section.tsx';
import styles from './settings.module.scss';

/** Client id and secret of an application; the secret is shown only once. */
export const SecretDialog = ({ application, onClose }: { application: Application; onClose: () => void }) => {
  const { t } = useTranslation('applications');
  const rows = [
    { key: 'clientId', value: application.clientId },
    { key: 'clientSecret', value: application.clientSecret ?? '' },
    { key: 'tokenEndpoint', value: hostUrl('api') + calls['apps.token'].path },
    { key: 'documentation', value: `${hostUrl('api')}/openapi.json` },
  ] as const;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDismissable={false}
      title={t('secretTitle')}
      closeLabel={t('close')}
      footer={
        <Button look="primary" onPress={onClose}>
          {t('saved')}
        </Button>
      }
    >
      <Stack>
        <Banner meaning="attention">{t('secretOnce')}</Banner>
        <dl className={styles.secrets}>
          {rows.map(({ key, value }) => (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>
                <code>{value}</code>
                <CopyButton text={value} label={t('copyOf', { name: t(key) })} copiedLabel={t('copied')} />
              </dd>
            </div>
          ))}
        </dl>
      </Stack>
    </Dialog>
  );
};
