import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isPhone } from '#contract/entities/common.ts';
import type { MediaType } from '#contract/entities/media.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAct } from '#web/entities/requests/use-act.ts';
import { call } from '#web/services/api/call.ts';
import { qrCode, qrPath } from '#web/services/qr/qr-code.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { usePhoneCapture } from './use-phone-capture.ts';
import styles from './signing.module.scss';

interface PhonePadProps {
  type: MediaType;
  onTaken: (picture: string | null) => void;
}

/** Makes the picture on a telephone: by a code on the screen or a text message; it comes here by itself. */
export function PhonePad({ type, onTaken }: PhonePadProps) {
  const { t } = useTranslation('signing');
  const capture = usePhoneCapture(type, onTaken);
  if (capture.error) return <Banner meaning="negative" actions={<Button onPress={capture.retry}>{t('tryAgain')}</Button>}>{errorText(capture.error)}</Banner>;
  if (capture.picture) {
    return (
      <div className={styles.paper}>
        <img className={styles.uploaded} src={capture.picture} alt={t('chosenPicture')} />
      </div>
    );
  }
  return (
    <div className={styles.phone}>
      {capture.link ? <Code link={capture.link} /> : <Skeleton height="176px" />}
      <div className={styles.phoneWords}>
        <p>{t('phone.scan')}</p>
        <SendLink type={type} />
        {capture.over ? (
          <Banner meaning="attention" actions={<Button onPress={capture.retry}>{t('tryAgain')}</Button>}>{t('phone.over')}</Banner>
        ) : (
          <p className={styles.waiting} role="status">
            <Spinner /> {t('phone.waiting')}
          </p>
        )}
      </div>
    </div>
  );
}

/** White around it, as readers need it. */
const QUIET = 4;

function Code({ link }: { link: string }) {
  const { t } = useTranslation('signing');
  const code = qrCode(link);
  const side = code.size + 2 * QUIET;
  return (
    <svg className={styles.qr} viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} role="img" aria-label={t('phone.code')} shapeRendering="crispEdges">
      <path d={qrPath(code)} />
    </svg>
  );
}

/** The same link as a text message. */
function SendLink({ type }: { type: MediaType }) {
  const { t } = useTranslation('signing');
  const act = useAct();
  const [phone, setPhone] = useState('');
  const [sent, setSent] = useState(false);
  const [tried, setTried] = useState(false);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // The pad stands in a dialog that may be inside of another form.
    event.stopPropagation();
    setTried(true);
    if (!isPhone(phone)) return;
    setSent(await act.run(() => call('media.uploadSendSms', { body: { type, phone } })));
  };
  return (
    <form className={styles.sms} noValidate onSubmit={(event) => void send(event)}>
      <TextField
        label={t('phone.number')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={phone}
        onChange={(text) => {
          setPhone(text);
          setSent(false);
        }}
        help={sent ? t('phone.sent') : t('phone.help')}
        error={tried && !isPhone(phone) ? t('phone.wrong') : act.error ? errorText(act.error) : undefined}
      />
      <Button type="submit" icon={<Icon of={MessageSquareText} />} isPending={act.busy}>
        {t('phone.send')}
      </Button>
    </form>
  );
}
