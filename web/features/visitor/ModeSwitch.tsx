import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import styles from './visitor.module.scss';

export type VisitorMode = 'place' | 'fill';

/** Placing fields, or filling them in and signing. */
export function ModeSwitch({ mode, onMode }: { mode: VisitorMode; onMode: (mode: VisitorMode) => void }) {
  const { t } = useTranslation('signing');
  return (
    <ToggleButtonGroup
      className={styles.modes}
      aria-label={t('visitor.title')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[mode]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        if (key === 'place' || key === 'fill') onMode(key);
      }}
    >
      <ToggleButton id="place" className={styles.mode}>
        {t('visitor.place')}
      </ToggleButton>
      <ToggleButton id="fill" className={styles.mode}>
        {t('visitor.fill')}
      </ToggleButton>
    </ToggleButtonGroup>
  );
}
