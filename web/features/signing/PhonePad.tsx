import { useTranslation } from 'react-i18next';
import type { MediaType } from '#contract/entities/media.ts';
import { errorText } from '#web/entities/error-text.ts';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { PhoneLink } from './PhoneLink.tsx';
import { usePhoneCapture } from './use-phone-capture.ts';
import styles from './signing.module.scss';

interface PhonePadProps {
  type: MediaType;
  onTaken: (picture: string | null) => void;
}

/** Takes the picture on a phone, by QR code or text message; it arrives here automatically. */
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
    <PhoneLink link={capture.link} send={(phone) => call('media.uploadSendSms', { body: { type, phone } })}>
      {capture.over ? (
        <Banner meaning="attention" actions={<Button onPress={capture.retry}>{t('tryAgain')}</Button>}>{t('phone.over')}</Banner>
      ) : (
        <p className={styles.waiting} role="status">
          <Spinner /> {t('phone.waiting')}
        </p>
      )}
    </PhoneLink>
  );
}
