/** What pages say to a service worker that waits. */
export const messages = { takeOver: 'take-over' } as const;
