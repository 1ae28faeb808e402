import { drawFailure } from './draw-failure.ts';

const draw = (place: HTMLElement | null) => {
  if (place) drawFailure(place);
};

/** The same face where React still works. */
export const FailureScreen = () => <div ref={draw} />;
