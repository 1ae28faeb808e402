import { useTranslation } from 'react-i18next';
import { lockableParts, type LockablePart } from '#contract/entities/template-lock.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import styles from './templates.module.scss';

interface LocksFormProps {
  locked: readonly LockablePart[];
  onChange: (locked: LockablePart[]) => void;
}

/** What those who use a template can't change. */
export function LocksForm({ locked, onChange }: LocksFormProps) {
  const { t } = useTranslation('templates');
  const withPart = (part: LockablePart, on: boolean): LockablePart[] => lockableParts.filter((each) => (each === part ? on : locked.includes(each)));
  return (
    <section className={styles.form} aria-label={t('locks.title')}>
      <h2 className={styles.heading}>{t('locks.title')}</h2>
      <p className={styles.quiet}>{t('locks.text')}</p>
      {lockableParts.map((part) => (
        <Checkbox key={part} isSelected={locked.includes(part)} help={t(`locks.help.${part}`)} onChange={(on) => onChange(withPart(part, on))}>
          {t(`locks.part.${part}`)}
        </Checkbox>
      ))}
    </section>
  );
}
