import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { Selection } from './use-selection.ts';
import styles from './SelectionBar.module.scss';

interface SelectionAction {
  key: string;
  text: string;
  negative?: boolean;
  isPending?: boolean;
  run(): void;
}

interface SelectionBarProps {
  selection: Selection;
  /** Number of loaded rows. */
  total: number;
  /** Whether these are all rows of the list. */
  isComplete: boolean;
  actions: readonly SelectionAction[];
}

/** Actions on all selected rows. Only what is loaded can be selected, and the button says so. */
export const SelectionBar = ({ selection, total, isComplete, actions }: SelectionBarProps) => {
  const { t } = useTranslation('lists');
  const count = selection.ids.size;
  if (count === 0) return null;
  return (
    <section className={styles.bar} aria-label={t('many.label')}>
      <IconButton label={t('many.clear')} icon={<Icon of={X} />} onPress={selection.clear} />
      <p role="status" className={styles.count}>
        {t('many.chosen', { count })}
      </p>
      {count < total ? (
        <Button look="quiet" onPress={selection.all}>
          {isComplete ? t('many.all', { count: total }) : t('many.allLoaded', { count: total })}
        </Button>
      ) : null}
      <span className={styles.actions}>
        {actions.map(({ key, text, negative, isPending, run }) => (
          <Button key={key} look={negative ? 'negative' : 'plain'} isPending={isPending ?? false} onPress={run}>
            {text}
          </Button>
        ))}
      </span>
    </section>
  );
};
