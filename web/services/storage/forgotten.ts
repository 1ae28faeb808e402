/** People whose data was deleted in this window at their sign-out. What is still being written for them does not stay. */
const gone = new Set<string>();

export const markForgotten = (userId: string): void => void gone.add(userId);

export const isForgotten = (userId: string): boolean => gone.has(userId);
