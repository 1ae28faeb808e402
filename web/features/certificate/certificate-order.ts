import type { ErrorInfo } from '#web/services/app-error.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';

/** The ways to a certificate (document 1 §4). */
export type CertificateMethod = 'local_certificate' | 'new_certificate' | 'server_certificate';

export type OrderStep = 'introduce' | 'selectMethod' | 'email' | 'serverAuth' | 'otp';

/** Pending until a way is chosen, approved once the address is proven, issued when there is a key to sign with. */
export type OrderState = 'pending' | 'approved' | 'issued' | 'rejected';

/** What a person does to get a certificate for one signing. */
export interface CertificateOrder {
  /** The transaction it is for. */
  readonly resource: string;
  readonly fileExt: 'pdf';
  readonly orderName: CertificateMethod;
  /** The key, once there is one. It is only in the memory of this page. */
  readonly value: SigningKey | null;
  readonly state: OrderState;
  readonly error: ErrorInfo | null;
  readonly step: OrderStep;
  /** Whether the step is under way, or failed. */
  readonly stepState: 'pending' | 'rejected' | null;
  /** Where the newest one-time code went. */
  readonly sentTo: string | null;
  /** It could not be sent at once: it waits, and is tried again. */
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

export function orderReducer(order: CertificateOrder, act: CertificateOrderAction): CertificateOrder {
  switch (act.type) {
    case 'introduced':
      return { ...order, step: 'selectMethod', stepState: null, error: null };
    case 'methodSelected':
      // A certificate of one's own is taken where it is chosen; the others are for an address that has to be proven.
      return { ...order, orderName: act.method, value: null, state: 'pending', step: act.method === 'local_certificate' ? 'selectMethod' : 'email', stepState: null, error: null };
    case 'stepStarted':
      return { ...order, stepState: 'pending', error: null };
    case 'stepFailed':
      return { ...order, state: 'rejected', stepState: 'rejected', error: act.error };
    case 'addressProven':
      return { ...order, state: 'approved', step: 'serverAuth', stepState: null, error: null };
    case 'codeSent':
      return { ...order, state: 'approved', step: 'otp', stepState: null, error: null, sentTo: act.sentTo, late: act.late };
    case 'issued':
      return { ...order, state: 'issued', value: act.key, stepState: null, error: null };
    case 'steppedBack':
      return { ...order, state: order.step === 'otp' ? 'approved' : 'pending', step: before[order.step], stepState: null, sentTo: null, late: false, error: null };
    case 'reset':
      return newOrder(order.resource, order.orderName);
  }
}
