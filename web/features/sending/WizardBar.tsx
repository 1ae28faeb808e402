import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import styles from './sending.module.scss';

export interface WizardStep {
  readonly key: string;
  readonly text: string;
}

interface WizardBarProps {
  steps: readonly WizardStep[];
  current: string;
  onStep: (key: string) => void;
}

/** Steps of the guided flow: the current one, and a button to the next. */
export function WizardBar({ steps, current, onStep }: WizardBarProps) {
  const { t } = useTranslation('sending');
  const at = Math.max(0, steps.findIndex(({ key }) => key === current));
  const before = steps[at - 1];
  const next = steps[at + 1];
  return (
    <nav className={styles.wizard} aria-label={t('wizard.label')}>
      <p className={styles.wizardAt}>{t('wizard.at', { number: at + 1, total: steps.length, step: steps[at]?.text ?? '' })}</p>
      <ol className={styles.wizardSteps}>
        {steps.map(({ key, text }, index) => (
          <li key={key} className={classNames(styles.wizardStep, index === at && styles.wizardNow)} aria-current={index === at ? 'step' : undefined}>
            {text}
          </li>
        ))}
      </ol>
      <div className={styles.wizardActions}>
        {before ? <Button onPress={() => onStep(before.key)}>{t('back')}</Button> : null}
        {next ? (
          <Button look="primary" onPress={() => onStep(next.key)}>
            {t('wizard.next', { step: next.text })}
          </Button>
        ) : null}
      </div>
    </nav>
  );
}
