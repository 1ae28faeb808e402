import { useLocation } from 'react-router-dom';

/** State of the navigation after a request was sent. */
export const sentState = { sent: true } as const;

/** Whether the person has sent the request just now. */
export const useJustSent = (): boolean => {
  const { state } = useLocation() as { state: unknown };
  return typeof state === 'object' && state !== null && 'sent' in state && state.sent === true;
};
