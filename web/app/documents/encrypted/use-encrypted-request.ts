import { useCallback, useEffect, useRef, useState } from 'react';
import { sameContact } from '#contract/entities/common.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { keyInLink, undecryptable, type Bytes } from '#web/services/encryption/keys.ts';
import { waitingLinkKey } from '#web/services/encryption/link-key.ts';
import { keyOfPassword, openRequest, type OpenedRequest } from '#web/services/encryption/open-request.service.ts';
import { storedTransactionKey, storeTransactionKey } from '#web/services/encryption/stored-keys.ts';

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

type Opened = Pick<Transaction, 'id' | 'recipients'>;

/** The key that this browser has: of the link that was followed, or of before. */
async function findKey(userId: string, id: string): Promise<Bytes | null> {
  const waiting = waitingLinkKey(id);
  if (waiting !== null) return keyInLink(waiting);
  return (await storedTransactionKey(userId, id))?.key ?? null;
}

async function keyFrom(text: string, { id, recipients }: Opened, profile: Profile): Promise<Bytes> {
  const linked = keyInLink(text);
  if (linked) return linked;
  const own = recipients.find((each) => sameContact(each, profile));
  const key = own ? await keyOfPassword(id, own.id, text) : null;
  if (!key) throw undecryptable('password');
  return key;
}

/** Opens an encrypted request as soon as there is a key, and again when somebody has signed. */
export function useEncryptedRequest(transaction: Transaction, profile: Profile): EncryptedRequestState {
  const [state, setState] = useState<EncryptedState>({ status: 'opening' });
  const key = useRef<Bytes | null>(null);
  const latest = useRef(transaction);
  latest.current = transaction;
  const { id } = profile;
  const fail = useCallback((failure: unknown): void => {
    const error = toAppError(failure).toInfo();
    // With another key nothing opens. Whatever else is wrong, the key may be right.
    const isOfKey = error.code === 'failed_to_decrypt' && ['key', 'link', 'password'].includes((error.details as { reason?: string } | undefined)?.reason ?? '');
    setState(isOfKey ? { status: 'keyless', error } : { status: 'failed', error });
  }, []);
  const open = useCallback(async (found: Promise<Bytes | null>): Promise<void> => {
    const wanted = await found;
    if (!wanted) return setState({ status: 'keyless', error: null });
    const request = await openRequest(latest.current, wanted);
    key.current = wanted;
    setState({ status: 'open', key: wanted, request });
    await storeTransactionKey(id, latest.current.id, { key: wanted, title: request.sent.title }).catch((error: unknown) => console.info('The key has to be entered again next time', toAppError(error).code));
  }, [id]);
  const signed = transaction.recipients.filter(({ completed }) => completed).length;
  const transactionId = transaction.id;
  const start = useCallback((): void => {
    open(key.current ? Promise.resolve(key.current) : findKey(id, transactionId)).catch(fail);
  }, [open, fail, id, transactionId]);
  useEffect(start, [start, signed]);
  useEffect(() => {
    // A link to a request that is open already only changes the fragment.
    const followed = (): void => {
      if (key.current === null) start();
    };
    window.addEventListener('hashchange', followed);
    return () => window.removeEventListener('hashchange', followed);
  }, [start]);
  const enter = (text: string): void => {
    setState({ status: 'opening' });
    open(keyFrom(text, transaction, profile)).catch(fail);
  };
  const retry = (): void => {
    setState({ status: 'opening' });
    start();
  };
  return { state, enter, retry };
}
