import { lazy, Suspense } from 'react';
import { useWantsNotices } from './snackbar.ts';

const Snackbars = lazy(() => import('./Snackbars.tsx'));

/**
 * Where the snackbars appear; mounted once, in the frame. The element exists before the first notice: a dialog hides the rest of the
 * page when it opens, and what is added to a hidden page stays hidden.
 */
export const SnackbarLayer = (words: { label: string; closeLabel: string }) => (
  <div data-react-aria-top-layer="">
    {useWantsNotices() ? (
      <Suspense>
        <Snackbars {...words} />
      </Suspense>
    ) : null}
  </div>
);
