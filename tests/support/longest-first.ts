import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first: seconds on two cores, for the order alone. */
const seconds: Readonly<Record<string, number>> = {
  // Journeys.
  'screens.test.ts': 250,
  'languages.test.ts': 110,
  'request-in-languages.test.ts': 55,
  'routes.test.ts': 100,
  // Units.
  'permissions.test.ts': 90,
  'required-factor-calls.test.ts': 55,
  'statements.test.ts': 50,
  'document-reads.test.ts': 35,
  'several-nodes.test.ts': 25,
  'pdf-a.test.ts': 25,
  'migrations-with-data.test.ts': 13,
  'silent-servers.test.ts': 13,
  'main.test.ts': 12,
  'resource-transfers.test.ts': 12,
  'conversion.test.ts': 12,
  'long-conversions.test.ts': 10,
};

/** Begins with what takes longest, so that no worker is left with it when the others have ended. A new machine remembers no run, and goes by the size of files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weight = ({ moduleId }: TestSpecification): number => seconds[basename(moduleId)] ?? 0;
    // Sorting keeps the order of what weighs the same.
    return (await super.sort(files)).toSorted((a, b) => weight(b) - weight(a));
  }
}
