import { useLocation } from 'react-router-dom';

/** Navigation state after sending. */
export const sentState = { sent: true } as const;

/** Whether the person has just sent this transaction. */
export const useJustSent = (): boolean => {
  const { state } = useLocation() as { state: unknown };
  return typeof state === 'object' && state !== null && 'sent' in state && state.sent === true;
};
