import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import { timing } from '#contract/limits.ts';
import styles from './Tooltip.module.scss';

export interface TooltipProps {
  text: string;
  /** A focusable element of react-aria. */
  children: ReactElement;
}

/** A short name for something shown only as an icon. Never the only place where something is said. */
export const Tooltip = ({ text, children }: TooltipProps) => (
  <TooltipTrigger delay={timing.tooltipDelay}>
    {children}
    <AriaTooltip className={styles.tooltip ?? ''} offset={6}>
      {text}
    </AriaTooltip>
  </TooltipTrigger>
);
