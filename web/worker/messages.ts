/** What pages say to a service worker that waits. */
export const messages = { takeOver: 'take-over', takeOverIfAlone: 'take-over-if-alone' } as const;
