/** Measures what a recipient with a telephone waits for; the options go to `benches/browser/first-field.ts`. */
import { measureInBrowser } from './setup/measure.mjs';

await measureInBrowser('first-field.ts');
