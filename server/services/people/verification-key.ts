/** The key under which the outbox stores messages to addresses that an account has yet to prove. */
export const verificationKey = (userId: string): string => `verification:${userId}`;
