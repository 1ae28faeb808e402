import { useReducer, useState } from 'react';
import { call } from '#web/services/api/call.ts';
import { toAppError } from '#web/services/app-error.ts';
import type { Person } from '#web/services/signing/signing-key.service.ts';
import { certifiedKey, serverKey } from '#web/services/signing/signing-key.service.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';
import type { CertificateMethod, CertificateOrder, CertificateOrderAction } from './certificate-order.ts';
import { newOrder, orderReducer } from './certificate-order.ts';

export interface OrderActions {
  readonly introduced: () => void;
  readonly selectMethod: (method: CertificateMethod) => void;
  readonly addressProven: () => void;
  readonly back: () => void;
  readonly reset: () => void;
  /** Uses a key of the person's own. True if it is usable. */
  readonly take: (find: () => Promise<SigningKey>) => Promise<boolean>;
  /** Has the authority certify a new key of this browser. True on success. */
  readonly enrol: () => Promise<boolean>;
  /** Sends a one-time code to the address of the certificate. */
  readonly sendCode: () => Promise<boolean>;
  /** Verifies the code and lets the server sign. True if the code was right. */
  readonly submitCode: (code: string) => Promise<boolean>;
  /** Goes back from the code step and invalidates the code. */
  readonly cancelCode: () => Promise<boolean>;
}

interface CertificateChoosing {
  readonly order: CertificateOrder;
  /** The key from the last completed order; null if none. */
  readonly chosen: SigningKey | null;
  readonly actions: OrderActions;
}

/** Selects the certificate for signing. Without an order, it is the one of this browser, created on signing if needed. */
export function useCertificateOrder(resource: string, first: CertificateMethod, person: Person): CertificateChoosing {
  const [chosen, choose] = useState<SigningKey | null>(null);
  const [order, dispatch] = useReducer(orderReducer, null, () => newOrder(resource, first));
  /** Runs one step and tracks its state. */
  const step = async (work: () => Promise<CertificateOrderAction>): Promise<boolean> => {
    dispatch({ type: 'stepStarted' });
    try {
      dispatch(await work());
      return true;
    } catch (failure) {
      dispatch({ type: 'stepFailed', error: toAppError(failure).toInfo() });
      return false;
    }
  };
  const take = (find: () => Promise<SigningKey>): Promise<boolean> =>
    step(async () => {
      const key = await find();
      choose(key);
      return { type: 'issued', key };
    });
  const actions: OrderActions = {
    introduced: () => dispatch({ type: 'introduced' }),
    selectMethod: (method) => dispatch({ type: 'methodSelected', method }),
    addressProven: () => dispatch({ type: 'addressProven' }),
    back: () => dispatch({ type: 'steppedBack' }),
    reset: () => dispatch({ type: 'reset' }),
    take,
    enrol: () => take(() => certifiedKey(person, { fresh: true })),
    sendCode: () =>
      step(async () => {
        const { sentTo, late } = await call('certificates.sendCode', {});
        return { type: 'codeSent', sentTo, late };
      }),
    submitCode: (code) => take(() => call('certificates.submitCode', { body: { code } }).then(() => serverKey(person))),
    cancelCode: () => step(() => call('certificates.cancelCode', {}).then(() => ({ type: 'steppedBack' }))),
  };
  return { order, chosen, actions };
}
