import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import styles from './Row.module.scss';

interface RowCheckboxProps {
  title: string;
  isSelected: boolean;
  onToggle: (through: boolean) => void;
}

/** Selects a row; with Shift, a range from the previously selected row. */
export const RowCheckbox = ({ title, isSelected, onToggle }: RowCheckboxProps) => {
  const { t } = useTranslation('lists');
  const shift = useRef(false);
  return (
    <span
      className={styles.check}
      onPointerDownCapture={(event) => (shift.current = event.shiftKey)}
      onKeyDownCapture={(event) => (shift.current = event.shiftKey)}
    >
      <Checkbox isSelected={isSelected} onChange={() => onToggle(shift.current)}>
        <span className="visually-hidden">{t('many.choose', { title })}</span>
      </Checkbox>
    </span>
  );
};
