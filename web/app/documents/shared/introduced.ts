import { useLocation } from 'react-router-dom';

/** State of a navigation from the page of a mail's link, which has said already who asks for what. */
export const introducedState = { introduced: true } as const;

/** Whether the person has read what a signing is about, and has pressed Start: the document then opens without an introduction. */
export const useIntroduced = (): boolean => {
  const { state } = useLocation() as { state: unknown };
  return typeof state === 'object' && state !== null && 'introduced' in state && state.introduced === true;
};
