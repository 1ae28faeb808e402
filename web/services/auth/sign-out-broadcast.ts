/** Tells the other tabs of this browser about a sign-out. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('countersign-left');

export const tellLeft = (userId: string): void => channel?.postMessage(userId);

export const onLeft = (listener: (userId: string) => void): void => channel?.addEventListener('message', ({ data }: MessageEvent<string>) => listener(data));
