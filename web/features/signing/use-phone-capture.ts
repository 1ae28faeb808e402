import { useCallback, useEffect, useRef, useState } from 'react';
import type { Media, MediaType } from '#contract/entities/media.ts';
import { timing } from '#contract/limits/timing.ts';
import { mediaReceived } from '#web/entities/media/media.slice.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { dataUrlOf } from '#web/services/pictures.ts';

interface PhoneCapture {
  /** URL for the phone; null until loaded. */
  readonly link: string | null;
  /** The picture, once the phone has uploaded it. */
  readonly picture: string | null;
  readonly error: ErrorInfo | null;
  /** Whether the link has expired without a picture. */
  readonly over: boolean;
  readonly retry: () => void;
}

interface Ticket {
  readonly link: string;
  /** Ids of existing pictures, to recognise the new one. */
  readonly known: ReadonlySet<string>;
}

const listed = (signal: AbortSignal): Promise<Media[]> => call('media.list', {}, { signal }).then(({ list }) => list);

async function openTicket(type: MediaType, signal: AbortSignal): Promise<Ticket> {
  const before = await listed(signal);
  const { link } = await call('media.captureTicket', { body: { type } }, { signal });
  return { link, known: new Set(before.map(({ id }) => id)) };
}

/** Waits for a picture from a phone: polls every 15 s, and at once when the person returns to this page. */
export function usePhoneCapture(type: MediaType, onTaken: (picture: string | null) => void): PhoneCapture {
  const dispatch = useAppDispatch();
  const ticket = useAnswer(useCallback((signal: AbortSignal) => openTicket(type, signal), [type]));
  const [picture, setPicture] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const taken = useRef(onTaken);
  taken.current = onTaken;
  const known = ticket.value?.known;

  useEffect(() => {
    if (!known || picture || over) return undefined;
    const waiting = new AbortController();
    const look = async (): Promise<void> => {
      const found = (await listed(waiting.signal)).find((media) => media.type === type && !known.has(media.id));
      if (!found || waiting.signal.aborted) return;
      const url = await dataUrlOf(found.imageUrl);
      dispatch(mediaReceived(found));
      setPicture(url);
      taken.current(url);
    };
    const again = (): void => void look().catch((error: unknown) => console.info('The picture of the telephone is not there yet', toAppError(error).code));
    const poll = setInterval(again, timing.mediaUploadPoll);
    const end = setTimeout(() => setOver(true), timing.mediaUploadWait);
    const back = (): void => {
      if (document.visibilityState === 'visible') again();
    };
    document.addEventListener('visibilitychange', back);
    window.addEventListener('focus', again);
    return () => {
      waiting.abort();
      clearInterval(poll);
      clearTimeout(end);
      document.removeEventListener('visibilitychange', back);
      window.removeEventListener('focus', again);
    };
  }, [known, picture, over, type, dispatch]);

  return {
    link: ticket.value?.link ?? null,
    picture,
    error: ticket.error,
    over,
    retry: () => {
      setOver(false);
      ticket.reload();
    },
  };
}
