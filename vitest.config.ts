import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { handwritingFonts } from './scripts/vite/handwriting-fonts.ts';
import { reactAriaStrings } from './scripts/vite/react-aria-strings.ts';
import { LongestFirst } from './tests/support/longest-first.ts';
import { timeoutMs } from './tests/support/timeout.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** One project a kind of test; `scripts/test-suites.mjs` runs them in this order. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        root,
        plugins: [react(), reactAriaStrings(), handwritingFonts()],
        // A test of the web that needs no document says `@vitest-environment node`.
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // Beside a compiler, seconds pass before anything happens.
          testTimeout: 60_000,
          setupFiles: ['web/test-setup.ts'],
          // Loading jsdom and React for each file took four fifths of the processor time.
          isolate: false,
          // These keep a state of their own, which is each file's too.
          server: { deps: { inline: ['i18next', 'react-i18next', '@redux-devtools/extension'] } },
        },
      },
      {
        root,
        test: {
          name: 'unit',
          include: ['{contract,server,bindings/src,scripts,benches}/**/*.test.ts', 'tests/{api,architecture,gallery}/**/*.test.ts'],
          environment: 'node',
          // Every app that a file starts is its own; loading the server anew for each file took as long as many of them.
          isolate: false,
          globalSetup: ['tests/support/postgres.ts'],
          // Most of these tests wait for the database. Vitest's own default is one worker on two cores.
          maxWorkers: 2,
          // These only end what hangs: beside a compiler on two cores, everything takes several times as long as alone.
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: timeoutMs } },
        },
      },
      {
        root,
        test: { name: 'conformance', include: ['tests/{conformance,packaging}/**/*.test.ts'], environment: 'node', testTimeout: 120_000, hookTimeout: 120_000 },
      },
      {
        root,
        // Every key, level and kind of file: a command of its own, `npm run check:signatures`.
        test: { name: 'signatures', include: ['tests/signatures/**/*.test.ts'], environment: 'node', testTimeout: 600_000, hookTimeout: 120_000, maxConcurrency: 3 },
      },
      {
        root,
        // Real forms on their whole way, and their names: commands of their own, `npm run check:forms` and `npm run check:names`.
        test: { name: 'forms', include: ['tests/forms/**/*.test.ts'], environment: 'node', globalSetup: ['tests/support/postgres.ts'], testTimeout: 600_000, hookTimeout: 300_000 },
      },
      {
        root,
        // Networks are cut and windows lost at random: a command of its own, `npm run check:interruptions`.
        test: { name: 'interruptions', include: ['tests/interruptions/**/*.test.ts'], environment: 'node', testTimeout: 600_000, hookTimeout: 300_000, expect: { poll: { timeout: timeoutMs } } },
      },
      {
        root,
        // On a storage that enforces signatures, which is built for it: a command of its own, `npm run check:s3`.
        test: { name: 's3', include: ['tests/s3/**/*.test.ts'], environment: 'node', globalSetup: ['tests/support/postgres.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
      },
      {
        root,
        test: { name: 'e2e', include: ['tests/e2e/**/*.test.ts'], environment: 'node', isolate: false, globalSetup: ['tests/support/postgres.ts'], maxWorkers: 2, testTimeout: 900_000, hookTimeout: 300_000, expect: { poll: { timeout: timeoutMs } } },
      },
    ],
  },
});
