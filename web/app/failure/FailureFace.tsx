import { drawFailure } from './failure-face.ts';

const draw = (place: HTMLElement | null) => {
  if (place) drawFailure(place);
};

/** The same face where React still works. */
export const FailureFace = () => <div ref={draw} />;
