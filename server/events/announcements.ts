import type { StoredEvent } from './events.repository.ts';

/** Says that there are events up to this one. */
export interface Announced {
  id: string;
  /** The event itself and the one before it, where the way carries them: who has seen that one need not ask the database. */
  carried?: { previous: string; stored: StoredEvent };
}

/** How a node hears that there are new events. It may hear of one twice; it hears of the newest sooner or later. */
export interface Announcements {
  start(hear: (announced: Announced) => void): Promise<void>;
  close(): Promise<void>;
}

/** The database tells each committed event's id under this name. */
export const eventChannel = 'countersign_events';
export const reconnectDelay = 1000;
