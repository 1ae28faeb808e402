export const pushTask = 'push_notification';

/** Attempts within some minutes: what is older is seen in the app. */
export const pushAttempts = 5;
