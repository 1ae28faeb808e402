/** The right that creating something of dropped documents takes. */
export const rightOf = { newTransaction: 'createTransactions', newTemplate: 'createTemplates', files: 'createFiles' } as const;
