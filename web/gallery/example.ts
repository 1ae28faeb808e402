import type { ReactNode } from 'react';

/** Gives an English text in the words of the page: as it is, or lengthened and marked. */
export type Words = (english: string) => string;

/** What is done with the first control of an example before it is looked at. */
export type Act = 'hover' | 'focus' | 'press';

export interface Example {
  show(words: Words): ReactNode;
  act?: Act;
  /** It covers the page or takes the focus, so that it needs a page of its own. */
  isAlone?: boolean;
}

/** The states of one component by name. */
export type Examples = Readonly<Record<string, Example>>;

export const shown = (show: Example['show']): Example => ({ show });
export const alone = (show: Example['show'], act?: Act): Example => ({ show, isAlone: true, ...(act ? { act } : {}) });

/** Whether an example has to be opened by itself. */
export const needsOwnPage = ({ isAlone, act }: Example): boolean => Boolean(isAlone ?? act);
