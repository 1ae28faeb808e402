import type { StoredEvent } from './events.repository.ts';

/** Announces that events up to this id exist. */
export interface Announcement {
  id: string;
  /**
   * The event and the id of its predecessor, where the transport carries them. A node that has seen the predecessor
   * needs no database query.
   */
  carried?: { previous: string; stored: StoredEvent };
}

/** How a node learns of new events. Delivery is at least once, and the newest event arrives eventually. */
export interface Announcements {
  start(deliver: (announced: Announcement) => void): Promise<void>;
  close(): Promise<void>;
}

/** NOTIFY channel: the database sends the id of each committed event. */
export const eventChannel = 'countersign_events';
export const reconnectDelay = 1000;
