import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A reporter of Vitest that writes counts and failures, those of hooks and of no test at all too, to the file that REPORT_FILE names. */
export default class TestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state) => tests.filter((test) => test.result().state === state).length;
    const failures = [...modules.flatMap(failuresOfFile), ...unhandledErrors.map((error) => ({ name: 'outside any test', message: messageOf(error) }))];
    mkdirSync(dirname(process.env.REPORT_FILE), { recursive: true });
    writeFileSync(process.env.REPORT_FILE, JSON.stringify({ passed: count('passed'), failed: failures.length, skipped: count('skipped'), failures }, undefined, 2));
  }
}

function failuresOfFile(module) {
  const suites = [...module.children.allSuites()].map((suite) => [suite.fullName, suite.errors()]);
  const tests = [...module.children.allTests('failed')].map((test) => [test.fullName, test.result().errors]);
  return [['the whole file', module.errors()], ...suites, ...tests]
    .filter(([, errors]) => errors.length > 0)
    .map(([name, [error]]) => ({ file: module.relativeModuleId, name, message: messageOf(error) }));
}

const messageOf = ({ name = 'Error', message }) => `${name}: ${message}`;
