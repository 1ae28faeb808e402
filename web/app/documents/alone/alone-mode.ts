import { useSearchParams } from 'react-router-dom';

/** Whether the draft is prepared for a sender who signs alone, without the editor (`alone=true`). */
export const useIsAlone = (): boolean => useSearchParams()[0].get('alone') === 'true';
