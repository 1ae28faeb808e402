/** Stands in for the document core where a test is about what the server does with documents it takes as good. */
import { preparedFields } from '#contract/entities/signature-anchor.ts';
import type { DocumentChecker, PreparedJob, Problem } from '#server/services/documents/document-checker.ts';

/** What the next checks find wrong. */
export const verdict: { problems: Problem[] } = { problems: [] };

const placedIn = ({ fields, recipients }: PreparedJob) =>
  preparedFields(fields, recipients).map(({ field }, index) => ({
    id: field.id, fieldName: field.fieldName, group: field.group, pdfFieldId: `${index + 10}R`,
  }));

export const acceptingDocuments = {
  checker: {
    checkPrepared: async (job) => ({ problems: verdict.problems, placed: placedIn(job), objects: null }),
    checkSigned: async () => ({ problems: verdict.problems, values: new Map([['text-city', 'Berlin']]), filled: ['text-city'], signature: null, objects: null }),
    checkDetached: async () => ({ problems: verdict.problems, signature: null }),
  },
} satisfies { checker: DocumentChecker };
