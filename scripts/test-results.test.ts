import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Failure {
  file?: string;
  name: string;
  message: string;
}
interface Results {
  passed: number;
  failed: number;
  skipped: number;
  failures: Failure[];
}
interface Module {
  checkResults(status: number, output: string): Results;
  cargoResults(status: number, output: string): Results;
  vitestResults(status: number, output: string, report?: Results): Results;
  failureList(suites: (Results & { title: string })[]): string;
}

const { cargoResults, checkResults, failureList, vitestResults } = (await import(join(import.meta.dirname, 'test-results.mjs'))) as Module;

const listOf = (title: string, results: Results): string[] => failureList([{ title, ...results }]).split('\n');
const passed = { title: 'Quiet', passed: 3, failed: 0, skipped: 0, failures: [] };

const cargoOutput = `\
     Running unittests src/lib.rs (target/debug/deps/text-1f)

running 3 tests
test width::of_nothing ... ok
test width::of_a_letter ... FAILED
test width::of_too_much - should panic ... FAILED

failures:

---- width::of_a_letter stdout ----

thread 'width::of_a_letter' (4242) panicked at crates/text/src/width.rs:12:5:
assertion \`left == right\` failed: the letter is narrow
  left: 1
 right: 2
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace

---- width::of_too_much stdout ----
note: test did not panic as expected at crates/text/src/width.rs:20:8

failures:
    width::of_a_letter
    width::of_too_much

test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

   Doc-tests text

running 1 test
test crates/text/src/lib.rs - measure (line 7) ... FAILED

failures:

---- crates/text/src/lib.rs - measure (line 7) stdout ----
error[E0425]: cannot find value \`widths\` in this scope

failures:
    crates/text/src/lib.rs - measure (line 7)

test result: FAILED. 0 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.10s

error: 2 targets failed:
`;

test('a failed Rust test is named with its file and the first line of its panic', () => {
  const results = cargoResults(101, cargoOutput);
  expect(results).toMatchObject({ passed: 1, failed: 3, skipped: 2 });
  expect(listOf('Rust tests', results)).toEqual([
    '── Failed: Rust tests',
    '✗ crates/text/src/width.rs > width::of_a_letter',
    '    assertion `left == right` failed: the letter is narrow',
    '✗ width::of_too_much',
    '    note: test did not panic as expected at crates/text/src/width.rs:20:8',
    '✗ crates/text/src/lib.rs - measure (line 7)',
    '    error[E0425]: cannot find value `widths` in this scope',
  ]);
});

test('tests of the same name in two binaries have each their own message', () => {
  const other = cargoOutput.replaceAll('the letter is narrow', 'the page is narrow');
  const messages = cargoResults(101, cargoOutput + other).failures.filter(({ name }) => name === 'width::of_a_letter').map(({ message }) => message);
  expect(messages).toEqual([expect.stringContaining('the letter'), expect.stringContaining('the page')]);
});

test('Rust tests that do not compile fail once, with the last lines of the compiler', () => {
  const results = cargoResults(101, 'error: expected `;`\n\u001B[1merror\u001B[0m: could not compile `text`\n');
  expect(results).toMatchObject({ passed: 0, failed: 1 });
  expect(listOf('Rust tests', results).slice(-2)).toEqual(['    error: expected `;`', '    error: could not compile `text`']);
});

test('a failed check shows the last lines of its output', () => {
  const errors = Array.from({ length: 30 }, (_, index) => `server/a.ts(${index},1): error TS2304`);
  const lines = listOf('Types', checkResults(2, errors.join('\n')));
  expect(lines.slice(0, 2)).toEqual(['── Failed: Types', '✗ the command, whose last lines are']);
  expect(lines.slice(2)).toEqual(errors.slice(10).map((line) => `    ${line}`));
});

test('a failed test of Vitest is named with its file, its groups and the first line of its message', () => {
  const report = { passed: 5, failed: 2, skipped: 1, failures: [
    { file: 'tests/api/a.test.ts', name: 'a draft > of two > is sent', message: '\u001B[31mAssertionError: expected 1 to be 2\u001B[0m\n- 2\n+ 1' },
    { name: 'outside any test', message: 'Error: nobody waits' },
  ] };
  const results = vitestResults(1, '', report);
  expect(results).toMatchObject({ passed: 5, failed: 2, skipped: 1 });
  expect(listOf('Units', results)).toEqual([
    '── Failed: Units',
    '✗ tests/api/a.test.ts > a draft > of two > is sent', '    AssertionError: expected 1 to be 2',
    '✗ outside any test', '    Error: nobody waits',
  ]);
});

test.each([
  ['a run whose tests all passed, but which failed', { ...passed, failed: 0 }],
  ['a run without a report', undefined],
])('%s is one failure, with the last lines of the output', (_, written) => {
  const results = vitestResults(1, 'Could not close\nError: gone\n', written);
  expect(results.failed).toBe(1);
  expect(listOf('Web', results).slice(-2)).toEqual(['    Could not close', '    Error: gone']);
});

test('a long message is shortened, and what passed is not in the list', () => {
  const lines = failureList([passed, { title: 'Lint', ...checkResults(1, 'x'.repeat(1000)) }]).split('\n');
  expect(lines[0]).toBe('── Failed: Lint');
  expect(lines.at(-1)).toHaveLength(4 + 300 + 1);
  expect(failureList([passed])).toBe('');
});
