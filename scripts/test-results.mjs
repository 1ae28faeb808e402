import { stripVTControlCharacters } from 'node:util';

/** How much of a message or of a check's output is repeated at the end of a run. */
const MESSAGE_CHARACTERS = 300;
const OUTPUT_LINES = 20;

/** Result of a check that has no single tests, such as a lint. */
export function checkResults(status, output) {
  return status === 0 ? { passed: 1, failed: 0, skipped: 0, failures: [] } : { passed: 0, failed: 1, skipped: 0, failures: [lastLinesOf(output)] };
}

/** Counts of all test binaries that cargo ran, and the tests that failed, each with the place and the message of its panic. */
export function cargoResults(status, output) {
  const text = stripVTControlCharacters(output);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [, passed, failed, ignored] of text.matchAll(/test result: \S+ (\d+) passed; (\d+) failed; (\d+) ignored/g)) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
    counts.skipped += Number(ignored);
  }
  return withUncounted(status, { ...counts, failures: text.split(/^test result: /m).flatMap(failuresOfBinary) }, text);
}

/** Results of one test binary. Two binaries may have tests of the same name. */
function failuresOfBinary(text) {
  return [...text.matchAll(/^test (\S.*?)(?: - should panic)? \.\.\. FAILED$/gm)].map(([, name]) => {
    const [, output = ''] = text.split(`---- ${name} stdout ----\n`);
    const [own] = output.split(/^(?:---- .* stdout ----|failures:)$/m);
    const panic = /panicked at (?<file>\S+?)(?::\d+){0,2}:\n(?<message>.*)/.exec(own);
    return { file: panic?.groups.file, name, message: firstLine(panic?.groups.message ?? own) };
  });
}

/** The report that `test-report.mjs` wrote about a run of Vitest; undefined if Vitest failed before. */
export function vitestResults(status, output, report = { passed: 0, failed: 1, skipped: 0, failures: [] }) {
  return withUncounted(status, { ...report, failures: report.failures.map((failure) => ({ ...failure, message: firstLine(failure.message) })) }, output);
}

/** A command that fails although none of its tests did (a compiler error) counts as one failure. */
function withUncounted(status, results, output) {
  const failed = Math.max(results.failed, status === 0 ? 0 : 1);
  return { ...results, failed, failures: failed > 0 && results.failures.length === 0 ? [lastLinesOf(output)] : results.failures };
}

/** Summary at the end of the log: all failures by suite. */
export function failureList(results) {
  return results.filter(({ failures }) => failures.length > 0).map(({ title, failures }) => [`── Failed: ${title}`, ...failures.map(described)].join('\n')).join('\n');
}

const described = ({ file, name, message }) => [`✗ ${[file, name].filter(Boolean).join(' > ')}`, ...message.split('\n').filter(Boolean).map((line) => `    ${line}`)].join('\n');

function lastLinesOf(output) {
  const lines = stripVTControlCharacters(output).split('\n').map((line) => line.trimEnd()).filter(Boolean);
  return { name: 'the command, whose last lines are', message: lines.slice(-OUTPUT_LINES).map(shortened).join('\n') };
}

const firstLine = (text) => shortened(stripVTControlCharacters(text).trimStart().split('\n', 1)[0]);

const shortened = (line) => (line.length > MESSAGE_CHARACTERS ? `${line.slice(0, MESSAGE_CHARACTERS)}…` : line);
