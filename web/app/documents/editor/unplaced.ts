import { useLocation } from 'react-router-dom';

/** Navigation state of the editor where no place for the signature of a sender who signs alone was found. */
export const unplacedState = { unplaced: true } as const;

/** Whether the sender, who signs alone, has to place the signature first. */
export const useIsUnplaced = (): boolean => {
  const { state } = useLocation() as { state: unknown };
  return typeof state === 'object' && state !== null && 'unplaced' in state && state.unplaced === true;
};
