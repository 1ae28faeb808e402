import { useTranslation } from 'react-i18next';
import type { BrandText } from '#contract/entities/branding.ts';
import type { Locale } from '#contract/languages.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { personName } from '#web/ui/initials.ts';
import styles from './organizations.module.scss';

interface MailPreviewProps {
  name: string;
  color: string | null;
  text: BrandText;
  language: Locale;
}

/** Roughly the mail that recipients get. It is not part of the page's own text: its language may be another. */
export const MailPreview = ({ name, color, text, language }: MailPreviewProps) => {
  const { t } = useTranslation('organizations');
  const profile = useAppSelector(selectProfile);
  const sender = profile ? personName(profile) : '';
  return (
    <figure className={styles.mail}>
      <figcaption>{t('branding.preview')}</figcaption>
      <dl>
        <dt>{t('branding.from')}</dt>
        <dd dir="auto">{t('branding.via', { sender, organization: name })}</dd>
        <dt>{t('branding.subject')}</dt>
        <dd dir="auto" lang={language}>{text.subject.trim() || t('branding.ownSubject')}</dd>
      </dl>
      <div className={styles.letter}>
        <p className={styles.letterName} dir="auto">{name}</p>
        {text.intro.trim() ? <p dir="auto" lang={language}>{text.intro.trim()}</p> : null}
        <p>{t('branding.ownText')}</p>
        <p className={styles.letterButton} style={color ? { background: color, color: 'var(--paper)' } : undefined}>{t('branding.button')}</p>
      </div>
    </figure>
  );
};
