import { useCallback, useEffect, useRef, useState } from 'react';
import { sameContact } from '#contract/entities/common.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { keyInLink, undecryptable, type Bytes } from '#web/services/encryption/keys.ts';
import { keyOfPassword, openRequest, type OpenedRequest } from '#web/services/encryption/open-request.service.ts';
import { storedTransactionKey, storeTransactionKey } from '#web/services/encryption/stored-keys.ts';
import { discardLinkKey, waitingLinkKey } from '#web/services/encryption/waiting-link-key.ts';

type EncryptedState =
  | { status: 'opening' }
  | { status: 'keyless'; error: ErrorInfo | null }
  | { status: 'failed'; error: ErrorInfo }
  | { status: 'open'; key: Bytes; request: OpenedRequest };

interface EncryptedRequestState {
  readonly state: EncryptedState;
  /** `text`: a link with the key, or a password. */
  readonly enter: (text: string) => void;
  readonly retry: () => void;
}

type Opened = Pick<Transaction, 'id' | 'ownerId' | 'recipients'>;
type OpenedWithKey = Pick<Extract<EncryptedState, { status: 'open' }>, 'key' | 'request'>;

/** With another key nothing opens. Whatever else is wrong, the key may be right. */
function isOfKey(failure: unknown): boolean {
  const { code, details } = toAppError(failure).toInfo();
  return code === 'failed_to_decrypt' && ['key', 'link', 'password'].includes((details as { reason?: string } | undefined)?.reason ?? '');
}

/** `null` if it is the key that doesn't open it. */
const unlessOfKey = (failure: unknown): null => {
  if (!isOfKey(failure)) throw failure;
  return null;
};

async function keyFrom(text: string, { id, ownerId, recipients }: Opened, profile: Profile): Promise<Bytes> {
  const linked = keyInLink(text);
  if (linked) return linked;
  // The sender has chosen every password, everybody else knows their own.
  const theirs = recipients.filter((each) => ownerId === profile.id || sameContact(each, profile));
  for (const recipient of theirs) {
    const key = await keyOfPassword(id, recipient.id, text).catch(unlessOfKey);
    if (key) return key;
  }
  throw undecryptable('password');
}

/**
 * Opens it with the key of the link that was followed, or with that of before: a wrong link doesn't hide a good key. The link's key waits
 * until it is stored or doesn't fit, since the address has it no longer. Null if there is no key.
 */
async function openWithFound(userId: string, transaction: Opened): Promise<OpenedWithKey | null> {
  const waiting = waitingLinkKey(transaction.id);
  let refusal: unknown = null;
  if (waiting !== null) {
    try {
      const key = keyInLink(waiting);
      if (key) return { key, request: await openRequest(transaction, key) };
    } catch (failure) {
      if (!isOfKey(failure)) throw failure;
      discardLinkKey(transaction.id);
      refusal = failure;
    }
  }
  const stored = await storedTransactionKey(userId, transaction.id).catch((error: unknown) => console.info('This browser stores no keys', toAppError(error).code));
  if (stored) return { key: stored.key, request: await openRequest(transaction, stored.key) };
  if (refusal !== null) throw refusal;
  return null;
}

/** Opens an encrypted request as soon as there is a key, and again when somebody has signed. */
export function useEncryptedRequest(transaction: Transaction, profile: Profile): EncryptedRequestState {
  const [state, setState] = useState<EncryptedState>({ status: 'opening' });
  const key = useRef<Bytes | null>(null);
  const latest = useRef(transaction);
  latest.current = transaction;
  // What was begun later is newer, whatever is answered first.
  const run = useRef(0);
  const { id } = profile;
  const open = useCallback(async (opening: () => Promise<OpenedWithKey | null>): Promise<void> => {
    run.current += 1;
    const own = run.current;
    const show = (next: EncryptedState): void => {
      if (own === run.current) setState(next);
    };
    try {
      const opened = await opening();
      if (!opened) return show({ status: 'keyless', error: null });
      key.current = opened.key;
      show({ status: 'open', ...opened });
      const transactionId = latest.current.id;
      await storeTransactionKey(id, transactionId, { key: opened.key, title: opened.request.sent.title })
        .then(() => discardLinkKey(transactionId))
        .catch((error: unknown) => console.info('The key has to be entered again next time', toAppError(error).code));
    } catch (failure) {
      const error = toAppError(failure).toInfo();
      if (!isOfKey(failure)) return show({ status: 'failed', error });
      if (own === run.current) key.current = null;
      show({ status: 'keyless', error });
    }
  }, [id]);
  const openWith = async (wanted: Bytes): Promise<OpenedWithKey> => {
    // Kept before it is opened: after a lost connection it needn't be entered again.
    key.current = wanted;
    return { key: wanted, request: await openRequest(latest.current, wanted) };
  };
  const openLatest = useRef(openWith);
  openLatest.current = openWith;
  const signed = transaction.recipients.filter(({ completed }) => completed).length;
  const start = useCallback((): void => {
    const known = key.current;
    void open(() => (known ? openLatest.current(known) : openWithFound(id, latest.current)));
  }, [open, id]);
  useEffect(start, [start, signed]);
  useEffect(() => {
    // A link to a request that is open already only changes the fragment.
    const followed = (): void => {
      if (key.current === null) start();
      else discardLinkKey(latest.current.id);
    };
    window.addEventListener('hashchange', followed);
    return () => window.removeEventListener('hashchange', followed);
  }, [start]);
  const enter = (text: string): void => {
    setState({ status: 'opening' });
    void open(async () => openWith(await keyFrom(text, transaction, profile)));
  };
  const retry = (): void => {
    setState({ status: 'opening' });
    start();
  };
  return { state, enter, retry };
}
