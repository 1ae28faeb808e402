import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import { timing } from '#contract/limits/timing.ts';
import styles from './Tooltip.module.scss';

interface TooltipProps {
  text: string;
  /** A focusable element of react-aria. */
  children: ReactElement;
}

/** A tooltip with the name of an icon. Never put information only here. */
export const Tooltip = ({ text, children }: TooltipProps) => (
  <TooltipTrigger delay={timing.tooltipDelay}>
    {children}
    <AriaTooltip className={styles.tooltip ?? ''} offset={6}>
      {text}
    </AriaTooltip>
  </TooltipTrigger>
);
