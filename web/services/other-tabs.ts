/** Tells the other tabs what was saved here, because the server sends people no events about their own changes. */
export interface SavedElsewhere {
  readonly userId: string;
  readonly kind: 'file' | 'transaction' | 'template' | 'profile';
  readonly id: string;
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('countersign-saved');

export const notifyOtherTabs = (saved: SavedElsewhere): void => channel?.postMessage(saved);

export const onSavedElsewhere = (listener: (saved: SavedElsewhere) => void): void =>
  channel?.addEventListener('message', ({ data }: MessageEvent<SavedElsewhere>) => listener(data));
