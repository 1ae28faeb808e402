import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { internationalPhone } from '#contract/entities/phone-number.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { qrCode } from '#web/services/qr-code.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './signing.module.scss';

interface PhoneLinkProps {
  /** URL for the phone; null until loaded. */
  link: string | null;
  /** Sends the link as a text message. */
  send: (phone: string) => Promise<{ late: boolean }>;
  /** State of the capture. */
  children: ReactNode;
}

/** Opens the capture on a phone: a QR code or a text message. */
export function PhoneLink({ link, send, children }: PhoneLinkProps) {
  const { t } = useTranslation('signing');
  return (
    <div className={styles.phone}>
      {link ? <QrCode code={qrCode(link)} label={t('phone.code')} /> : <Skeleton height="176px" />}
      <div className={styles.phoneWords}>
        <p>{t('phone.scan')}</p>
        <SendLink send={send} />
        {children}
      </div>
    </div>
  );
}

/** Sends the link as a text message. */
function SendLink({ send }: Pick<PhoneLinkProps, 'send'>) {
  const { t } = useTranslation('signing');
  const act = useAsyncAction();
  const [phone, setPhone] = useState('');
  const [sent, setSent] = useState<'no' | 'sent' | 'late'>('no');
  const [tried, setTried] = useState(false);
  const number = internationalPhone(phone);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // The pad may be inside another form, which must not be submitted.
    event.stopPropagation();
    setTried(true);
    if (number === null) return;
    let late = false;
    const done = await act.run(async () => {
      ({ late } = await send(number));
    });
    if (done) setSent(late ? 'late' : 'sent');
  };
  return (
    <form className={styles.sms} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('phone.number')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={phone}
        onChange={(text) => {
          setPhone(text);
          setSent('no');
        }}
        help={sent === 'sent' ? t('phone.sent') : t('phone.help')}
        error={tried && number === null ? t('phone.wrong') : act.error ? errorText(act.error) : undefined}
      />
      <Button type="submit" icon={<Icon of={MessageSquareText} />} isPending={act.busy}>
        {t('phone.send')}
      </Button>
      {sent === 'late' ? <Banner meaning="attention">{t('phone.late')}</Banner> : null}
    </form>
  );
}
