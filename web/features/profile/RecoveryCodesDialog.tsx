import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saveAs } from '#web/services/api/bodies.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './Profile.module.scss';

/** Shows the recovery codes once, for people who lose their authenticator app. */
export const RecoveryCodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const { t } = useTranslation('account');
  const text = codes.join('\n');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('factor.codesTitle')}
      footer={
        <>
          <CopyButton text={text} label={t('factor.copy')} copiedLabel={t('factor.copied')} />
          <Button icon={<Icon of={Download} />} onPress={() => saveAs(new Blob([`${text}\n`], { type: 'text/plain' }), 'countersign-recovery-codes.txt')}>
            {t('factor.download')}
          </Button>
          <Button look="primary" onPress={onClose}>
            {t('done')}
          </Button>
        </>
      }
    >
      <p>{t('factor.codesText')}</p>
      <ul className={styles.codes} aria-label={t('factor.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
