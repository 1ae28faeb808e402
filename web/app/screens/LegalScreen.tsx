import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { routes } from '#contract/routes.ts';
import { PrivacyChoice } from '#web/features/profile/PrivacyChoice.tsx';
import { Page } from '#web/ui/Page.tsx';
import styles from './LegalScreen.module.scss';

const documents = { terms: routes.trustTerms, privacy: routes.trustPrivacy, gdpr: routes.trustGdpr, subprocessors: routes.trustSubprocessors } as const;
type LegalDocument = keyof typeof documents;
const names = Object.keys(documents) as LegalDocument[];

/** /trust/compliance/…: legal documents. */
export const LegalScreen = ({ name }: { name: LegalDocument }) => {
  const { t } = useTranslation('legal');
  const parts = t(`${name}.parts`, { returnObjects: true });
  return (
    <div className={styles.screen}>
      <nav aria-label={t('documents')} className={styles.nav}>
        {names.map((each) => (
          <NavLink key={each} to={documents[each]} className={styles.link ?? ''}>
            {t(`${each}.title`)}
          </NavLink>
        ))}
      </nav>
      <Page title={t(`${name}.title`)} text={t('operator')}>
        {parts.map(({ heading, text }) => (
          <section key={heading} className={styles.part}>
            <h2>{heading}</h2>
            <p>{text}</p>
          </section>
        ))}
        {name === 'privacy' ? <PrivacyChoice /> : null}
      </Page>
    </div>
  );
};

export const TermsScreen = () => <LegalScreen name="terms" />;
export const PrivacyScreen = () => <LegalScreen name="privacy" />;
export const GdprScreen = () => <LegalScreen name="gdpr" />;
export const SubprocessorsScreen = () => <LegalScreen name="subprocessors" />;
