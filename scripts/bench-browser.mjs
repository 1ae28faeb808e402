/** Measures how the browser's main thread fares; the options go to `benches/browser/run.ts`. */
import { measureInBrowser } from './setup/measure.mjs';

await measureInBrowser('run.ts');
