import { drawFailure } from './draw-failure.ts';

const draw = (place: HTMLElement | null) => {
  if (place) drawFailure(place);
};

/** The failure screen inside React. */
export const FailureScreen = () => <div ref={draw} />;
