import { Label, ProgressBar as AriaProgressBar } from 'react-aria-components';
import { classNames } from './class-names.ts';
import styles from './ProgressBar.module.scss';

interface ProgressBarProps {
  label: string;
  /** 0 to 1; without it the progress is indeterminate. */
  value?: number | undefined;
  /** Hides the label visually; screen readers still get it. */
  hideLabel?: boolean;
  /** Warning colour, for example when a quota is almost used up. */
  isWarning?: boolean;
  className?: string | undefined;
}

export const ProgressBar = ({ label, value, hideLabel, isWarning, className }: ProgressBarProps) => (
  <AriaProgressBar
    {...(hideLabel ? { 'aria-label': label } : {})}
    {...(value === undefined ? { isIndeterminate: true } : { value: value * 100 })}
    className={classNames(styles.progress, className)}
  >
    {({ percentage, valueText }) => (
      <>
        {hideLabel ? null : (
          <span className={styles.words}>
            <Label>{label}</Label>
            <span className={styles.value}>{valueText}</span>
          </span>
        )}
        <span className={styles.track}>
          <span
            className={classNames(styles.bar, value === undefined && styles.unknown, isWarning && styles.warning)}
            style={value === undefined ? undefined : { width: `${percentage ?? 0}%` }}
          />
        </span>
      </>
    )}
  </AriaProgressBar>
);
