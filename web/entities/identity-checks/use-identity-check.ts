import { useCallback, useEffect } from 'react';
import type { IdentityCheck, IdentityPicture } from '#contract/entities/identity-check.ts';
import { timing } from '#contract/limits/timing.ts';
import { call } from '#web/services/api/call.ts';
import { putBody } from '#web/services/api/bodies.ts';
import { liveEventReceived, liveEventsMissed } from '../live-event.ts';
import type { AsyncAction } from '../requests/use-async-action.ts';
import { useAsyncAction } from '../requests/use-async-action.ts';
import type { Answer } from '../requests/use-answer.ts';
import { useAnswer } from '../requests/use-answer.ts';
import { startListening } from '../store.ts';

/** The person to check, and the person who asks. */
export interface CheckedPerson {
  readonly transactionId: string;
  /** Absent on a phone, whose ticket is for a single check. */
  readonly recipientId?: string;
  /** The recipient's id where they sign in person on another user's device. */
  readonly byUser?: string;
  /** The ticket of a phone without a session. */
  readonly ticket?: string;
}

const ticketOf = ({ ticket }: CheckedPerson): { ticket?: string } => (ticket ? { ticket } : {});
const whoOf = ({ byUser }: CheckedPerson): { byUser?: string } => (byUser ? { byUser } : {});

/** Uploads one picture and submits it. */
async function handIn(person: CheckedPerson, kind: IdentityPicture, image: Blob): Promise<IdentityCheck> {
  const to = { params: { id: person.transactionId }, query: ticketOf(person) };
  const { url, imageRef } = await call('identityChecks.uploadUrl', { ...to, body: { ...whoOf(person), kind, mimeType: 'image/png' } });
  await putBody(url, image, { mimeType: 'image/png' });
  return call('identityChecks.submit', { ...to, body: { ...whoOf(person), evidence: [{ kind, imageRef }] } });
}

/** The server's answer; null if there is no check yet. */
interface FoundCheck {
  readonly check: IdentityCheck | null;
}

/** Returns the check of one person; polls while a result is pending. */
export function useFoundCheck({ transactionId, recipientId, ticket }: CheckedPerson): Answer<FoundCheck> {
  const found = useAnswer(
    useCallback(
      async (signal: AbortSignal): Promise<FoundCheck> => {
        const { checks } = await call('identityChecks.list', { params: { id: transactionId }, query: ticket ? { ticket } : {} }, { signal });
        return { check: checks.find((each) => recipientId === undefined || each.recipientId === recipientId) ?? null };
      },
      [transactionId, recipientId, ticket],
    ),
  );
  const { reload } = found;
  const status = found.value?.check?.status;
  const isOpen = status === 'capturing' || status === 'pending';
  useEffect(() => {
    if (!isOpen) return undefined;
    const poll = setInterval(reload, timing.identityPoll);
    // Reloads at once after a return from the phone or the identity provider.
    window.addEventListener('focus', reload);
    return () => {
      clearInterval(poll);
      window.removeEventListener('focus', reload);
    };
  }, [isOpen, reload]);
  useEffect(
    () =>
      startListening({
        predicate: (action) => liveEventsMissed.match(action) || (liveEventReceived.match(action) && action.payload.resourceId === transactionId),
        effect: reload,
      }),
    [transactionId, reload],
  );
  return found;
}

export interface IdentityChecking {
  readonly found: Answer<FoundCheck>;
  readonly act: AsyncAction;
  readonly begin: () => void;
  readonly submit: (kind: IdentityPicture, image: Blob) => Promise<boolean>;
}

/** A recipient's own check: starts it and submits its pictures. */
export function useIdentityCheck(person: CheckedPerson): IdentityChecking {
  const found = useFoundCheck(person);
  const act = useAsyncAction();
  const take = (check: IdentityCheck): void => found.set({ check });
  return {
    found,
    act,
    begin: () => void act.run(async () => take(await call('identityChecks.begin', { params: { id: person.transactionId }, body: whoOf(person) }))),
    submit: (kind, image) => act.run(async () => take(await handIn(person, kind, image))),
  };
}
