import { useTranslation } from 'react-i18next';
import type { CcEntryInput } from '#contract/entities/recipient.ts';
import { PersonWords } from './PersonWords.tsx';
import styles from './sending.module.scss';

/** People who get a copy, if any. */
export function CopiedPeople({ cc }: { cc: readonly CcEntryInput[] }) {
  const { t } = useTranslation('sending');
  if (cc.length === 0) return null;
  return (
    <div>
      <h3 className={styles.subheading}>{t('summary.cc')}</h3>
      <ul>
        {cc.map((each) => (
          <li key={each.id ?? each.email ?? each.phone}>
            <PersonWords person={each} />
          </li>
        ))}
      </ul>
    </div>
  );
}
