import { useLocation } from 'react-router-dom';

/** Navigation state after the introduction on the page of an e-mail link. */
export const introducedState = { introduced: true } as const;

/** Whether the person has pressed Start on the introduction, so that the document opens without it. */
export const useIntroduced = (): boolean => {
  const { state } = useLocation() as { state: unknown };
  return typeof state === 'object' && state !== null && 'introduced' in state && state.introduced === true;
};
