import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import styles from './Tooltip.module.scss';

/** Delay before a tooltip shows (document 3 §9). */
const TOOLTIP_DELAY = 500;

export interface TooltipProps {
  text: string;
  /** A focusable element of react-aria. */
  children: ReactElement;
}

/** A short name for something shown only as an icon. Never the only place where something is said. */
export const Tooltip = ({ text, children }: TooltipProps) => (
  <TooltipTrigger delay={TOOLTIP_DELAY}>
    {children}
    <AriaTooltip className={styles.tooltip ?? ''} offset={6}>
      {text}
    </AriaTooltip>
  </TooltipTrigger>
);
