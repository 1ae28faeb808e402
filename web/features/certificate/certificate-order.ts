import type { ErrorInfo } from '#web/services/app-error.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';

/** The ways to get a certificate (document 1 §4). */
export type CertificateMethod = 'local_certificate' | 'new_certificate' | 'server_certificate';

type OrderStep = 'introduce' | 'selectMethod' | 'email' | 'serverAuth' | 'otp';

/** `pending` until a method is selected, `approved` once the address is verified, `issued` when there is a signing key. */
type OrderState = 'pending' | 'approved' | 'issued' | 'rejected';

/** State of getting a certificate for one signing. */
export interface CertificateOrder {
  /** Id of the transaction. */
  readonly resource: string;
  readonly fileExt: 'pdf';
  readonly orderName: CertificateMethod;
  /** The signing key, once there is one. Held in memory only. */
  readonly value: SigningKey | null;
  readonly state: OrderState;
  readonly error: ErrorInfo | null;
  readonly step: OrderStep;
  /** Whether the step is running or has failed. */
  readonly stepState: 'pending' | 'rejected' | null;
  /** Address to which the latest one-time code was sent. */
  readonly sentTo: string | null;
  /** Whether the code could not be sent at once and is being retried. */
  readonly late: boolean;
}

export type CertificateOrderAction =
  | { readonly type: 'introduced' }
  | { readonly type: 'methodSelected'; readonly method: CertificateMethod }
  | { readonly type: 'stepStarted' }
  | { readonly type: 'stepFailed'; readonly error: ErrorInfo }
  | { readonly type: 'addressProven' }
  | { readonly type: 'codeSent'; readonly sentTo: string; readonly late: boolean }
  | { readonly type: 'issued'; readonly key: SigningKey }
  | { readonly type: 'steppedBack' }
  | { readonly type: 'reset' };

export const newOrder = (resource: string, orderName: CertificateMethod): CertificateOrder => ({
  resource, fileExt: 'pdf', orderName, value: null, state: 'pending', error: null, step: 'introduce', stepState: null, sentTo: null, late: false,
});

const before: Readonly<Record<OrderStep, OrderStep>> = { introduce: 'introduce', selectMethod: 'introduce', email: 'selectMethod', serverAuth: 'email', otp: 'serverAuth' };

export function orderReducer(order: CertificateOrder, action: CertificateOrderAction): CertificateOrder {
  switch (action.type) {
    case 'introduced':
      return { ...order, step: 'selectMethod', stepState: null, error: null };
    case 'methodSelected':
      // A local certificate is chosen in the same step; the other methods need a verified address.
      return { ...order, orderName: action.method, value: null, state: 'pending', step: action.method === 'local_certificate' ? 'selectMethod' : 'email', stepState: null, error: null };
    case 'stepStarted':
      return { ...order, stepState: 'pending', error: null };
    case 'stepFailed':
      return { ...order, state: 'rejected', stepState: 'rejected', error: action.error };
    case 'addressProven':
      return { ...order, state: 'approved', step: 'serverAuth', stepState: null, error: null };
    case 'codeSent':
      return { ...order, state: 'approved', step: 'otp', stepState: null, error: null, sentTo: action.sentTo, late: action.late };
    case 'issued':
      return { ...order, state: 'issued', value: action.key, stepState: null, error: null };
    case 'steppedBack':
      return { ...order, state: order.step === 'otp' ? 'approved' : 'pending', step: before[order.step], stepState: null, sentTo: null, late: false, error: null };
    case 'reset':
      return newOrder(order.resource, order.orderName);
  }
}
