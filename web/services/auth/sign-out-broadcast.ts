/** Tells the other tabs of this browser about a sign-out. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('countersign-left');

export const broadcastSignOut = (userId: string): void => channel?.postMessage(userId);

export const onSignOutElsewhere = (listener: (userId: string) => void): void => channel?.addEventListener('message', ({ data }: MessageEvent<string>) => listener(data));
