/** Away from the main thread, so that the page stays usable. The worker ends after one password, and its memory with it. */
import { stretchHere, type StretchOptions } from './stretch.ts';

self.onmessage = ({ data }: MessageEvent<StretchOptions>) => self.postMessage(stretchHere(data));
