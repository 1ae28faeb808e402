import { QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DirectLink, DirectLinkSettings } from '#contract/entities/direct-link.ts';
import { qrCode } from '#web/services/qr-code.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { settingsOf } from './link-settings.ts';
import styles from '../direct-link.module.scss';

interface LinkAddressProps {
  link: DirectLink;
  isPending: boolean;
  /** Whether the panel says already what is wrong with the template. */
  hasProblem: boolean;
  onSet: (settings: DirectLinkSettings) => Promise<boolean>;
  onRenew: () => Promise<boolean>;
}

/** The address to hand out, and whether it takes anybody. */
export function LinkAddress({ link, isPending, hasProblem, onSet, onRenew }: LinkAddressProps) {
  const { t } = useTranslation('directLink');
  const [showsCode, setShowsCode] = useState(false);
  const [isRenewing, setRenewing] = useState(false);
  const close = (): void => setRenewing(false);
  return (
    <>
      <div className={styles.link}>
        <TextField label={t('owner.label')} value={link.url} isReadOnly />
        <CopyButton text={link.url} label={t('owner.copy')} copiedLabel={t('owner.copied')} />
      </div>
      <div className={styles.row}>
        <Button icon={<Icon of={QrIcon} />} aria-expanded={showsCode} onPress={() => setShowsCode(!showsCode)}>{t('owner.qr')}</Button>
        <Button look="quiet" onPress={() => setRenewing(true)}>{t('owner.renew')}</Button>
      </div>
      {showsCode ? (
        <div className={styles.code}>
          <QrCode code={qrCode(link.url)} label={t('owner.qrOf')} />
        </div>
      ) : null}
      <Checkbox isSelected={link.enabled} isDisabled={isPending} onChange={(enabled) => void onSet({ ...settingsOf(link), enabled })} help={t('owner.enabledHelp')}>
        {t('owner.enabled')}
      </Checkbox>
      {link.closed && link.closed !== 'off' && !(hasProblem && link.closed === 'unfit') ? <Banner meaning="attention">{t(`owner.closed.${link.closed}`)}</Banner> : null}
      <ConfirmDialog
        isOpen={isRenewing} onClose={close} title={t('owner.renewTitle')} confirmText={t('owner.renewConfirm')} cancelText={t('owner.cancel')} negative
        isPending={isPending} onConfirm={() => void onRenew().then(close)}
      >
        {t('owner.renewText')}
      </ConfirmDialog>
    </>
  );
}
