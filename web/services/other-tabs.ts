/** Tells the other windows of this browser what was saved in this one; the server tells people nothing of what they did themselves. */
export interface SavedElsewhere {
  readonly userId: string;
  readonly kind: 'file' | 'transaction' | 'template' | 'profile';
  readonly id: string;
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('countersign-saved');

export const tellOtherTabs = (saved: SavedElsewhere): void => channel?.postMessage(saved);

export const onSavedElsewhere = (listener: (saved: SavedElsewhere) => void): void =>
  channel?.addEventListener('message', ({ data }: MessageEvent<SavedElsewhere>) => listener(data));
