/**
 * Who used this browser last, so that the app opens for them without the server. Holds no secret: it says whose stored data may be
 * shown. It ends with the sign-out, after seven days without the server, and earlier where the installation ends idle sessions.
 */
import { timing } from '#contract/limits/timing.ts';

const STORAGE_KEY = 'countersign.person';
/** Milliseconds between two writes. */
const NOTE_INTERVAL = 60_000;

interface KnownPerson {
  userId: string;
  /** When the server last answered this person. Milliseconds since 1970. */
  seenAt: number;
  /** Where sessions end without activity, after how many minutes. */
  idleMinutes: number | null;
}

const read = (): KnownPerson | null => {
  try {
    const known = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<KnownPerson> | null;
    if (typeof known?.userId !== 'string' || typeof known.seenAt !== 'number') return null;
    return { userId: known.userId, seenAt: known.seenAt, idleMinutes: known.idleMinutes ?? null };
  } catch {
    return null;
  }
};

const write = (known: KnownPerson): void => {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(known));
  } catch (error) {
    console.info('The app will not open without the server here', error);
  }
};

/** Notes that this person has signed in, or that their session was renewed. */
export const rememberPerson = (userId: string): void => {
  const known = read();
  write({ userId, seenAt: Date.now(), idleMinutes: known?.userId === userId ? known.idleMinutes : null });
};

/** Notes that the server has answered this person. An answer that comes after the sign-out changes nothing. */
export const noteContact = (userId: string): void => {
  const known = read();
  const now = Date.now();
  if (known?.userId === userId && Math.abs(now - known.seenAt) >= NOTE_INTERVAL) write({ ...known, seenAt: now });
};

/** Notes after how many minutes without activity the installation ends a session; null if never. */
export const noteIdleLimit = (idleMinutes: number | null): void => {
  const known = read();
  if (known && known.idleMinutes !== idleMinutes) write({ ...known, idleMinutes });
};

export const forgetKnownPerson = (): void => localStorage.removeItem(STORAGE_KEY);

/** The id of the last person; null after a sign-out. */
export const lastPerson = (): string | null => read()?.userId ?? null;

/** The id of the person for whom the app may open without the server; null if nobody is known, or for too long. */
export const knownPerson = (now = Date.now()): string | null => {
  const known = read();
  if (!known) return null;
  const life = known.idleMinutes === null ? timing.offlineTaskExpiry : Math.min(timing.offlineTaskExpiry, known.idleMinutes * 60_000);
  // A clock that was set back must not prolong it.
  return Math.abs(now - known.seenAt) < life ? known.userId : null;
};
