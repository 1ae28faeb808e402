/** Counters named after a person. Deleting the account removes them. */
const kinds = ['calls', 'bytes', 'email-change', 'promo-code', 'receipts'] as const;

export const personCounter = (kind: (typeof kinds)[number], userId: string): string => `person/${kind}/${userId}`;

export const personCounters = (userId: string): string[] => kinds.map((kind) => personCounter(kind, userId));
