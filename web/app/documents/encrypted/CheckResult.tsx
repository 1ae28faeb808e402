import { useTranslation } from 'react-i18next';
import { chainProblemsOf, type OpenedRequest } from '#web/services/encryption/open-request.service.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { personName } from '#web/ui/initials.ts';
import styles from './encrypted.module.scss';

/** Whether every version continues the one before, as this browser has checked, in a sentence and by version. */
export function CheckResult({ request }: { request: OpenedRequest }) {
  const { t } = useTranslation('encryption');
  const problems = chainProblemsOf(request);
  return (
    <Banner meaning={problems.length === 0 ? 'success' : 'negative'}>
      <p>{t(problems.length === 0 ? 'check.good' : 'check.bad')}</p>
      {problems.length > 0 ? <ul>{problems.map((each) => <li key={each}>{t(`check.problem.${each}`)}</li>)}</ul> : null}
      <details className={styles.versions}>
        <summary>{t('check.versions')}</summary>
        <ol>
          {request.versions.map(({ version, signer, problems: own }) => (
            <li key={version}>
              {signer === null ? t('check.sent') : t(own.length === 0 ? 'check.signed' : 'check.refused', { name: personName(signer), before: version - 1 })}
            </li>
          ))}
        </ol>
      </details>
    </Banner>
  );
}
