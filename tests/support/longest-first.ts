import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first: seconds on two cores, for the order alone. */
const seconds: Readonly<Record<string, number>> = {
  'screens.test.ts': 300,
  'languages.test.ts': 170,
  'request-in-languages.test.ts': 90,
  'routes.test.ts': 100,
};

/** Begins with what takes longest, so that no worker is left with it when the others have ended. A new machine remembers no run, and goes by the size of files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weight = ({ moduleId }: TestSpecification): number => seconds[basename(moduleId)] ?? 0;
    // Sorting keeps the order of what weighs the same.
    return (await super.sort(files)).toSorted((a, b) => weight(b) - weight(a));
  }
}
