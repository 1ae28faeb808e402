/** Tells the other tabs what was saved here, because the server sends people no events about their own changes. */
export interface SavedElsewhere {
  readonly userId: string;
  readonly kind: 'file' | 'transaction' | 'template' | 'profile' | 'notifications';
  readonly id: string;
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('countersign-saved');

export const notifyOtherTabs = (saved: SavedElsewhere): void => channel?.postMessage(saved);

/** Returns a function that stops the listener. */
export const onSavedElsewhere = (listener: (saved: SavedElsewhere) => void): (() => void) => {
  const receive = ({ data }: MessageEvent<SavedElsewhere>): void => listener(data);
  channel?.addEventListener('message', receive);
  return () => channel?.removeEventListener('message', receive);
};
