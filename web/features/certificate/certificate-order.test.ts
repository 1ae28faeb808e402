import { describe, expect, it } from 'vitest';
import { AppError } from '#web/services/app-error.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';
import type { CertificateOrderAction } from './certificate-order.ts';
import { newOrder, orderReducer } from './certificate-order.ts';

const key: SigningKey = { id: 'one', signatureType: 'local', certificate: new Uint8Array(), chain: [], sign: async () => new Uint8Array() };
const after = (...actions: CertificateOrderAction[]) => actions.reduce(orderReducer, newOrder('t1', 'new_certificate'));
const error = new AppError('unable_retrieve_cert').toInfo();

describe('a certificate order', () => {
  it('goes from the introduction through method and address to the certificate', () => {
    expect(after()).toMatchObject({ resource: 't1', fileExt: 'pdf', step: 'introduce', state: 'pending', value: null });
    expect(after({ type: 'introduced' }).step).toBe('selectMethod');
    const chosen: CertificateOrderAction[] = [{ type: 'introduced' }, { type: 'methodSelected', method: 'new_certificate' }];
    expect(after(...chosen)).toMatchObject({ orderName: 'new_certificate', step: 'email', state: 'pending' });
    expect(after(...chosen, { type: 'addressProven' })).toMatchObject({ step: 'serverAuth', state: 'approved' });
    expect(after(...chosen, { type: 'addressProven' }, { type: 'stepStarted' })).toMatchObject({ stepState: 'pending' });
    expect(after(...chosen, { type: 'addressProven' }, { type: 'issued', key })).toMatchObject({ state: 'issued', value: key, stepState: null });
  });

  it('asks for a code before the server signs and resets it when the person steps back', () => {
    const codeRequested: CertificateOrderAction[] = [{ type: 'introduced' }, { type: 'methodSelected', method: 'server_certificate' }, { type: 'addressProven' }, { type: 'codeSent', sentTo: 'ada@example.org', late: true }];
    expect(after(...codeRequested)).toMatchObject({ step: 'otp', state: 'approved', stepState: null, sentTo: 'ada@example.org', late: true, value: null });
    const wrong = after(...codeRequested, { type: 'stepStarted' }, { type: 'stepFailed', error: new AppError('invalid_code').toInfo() });
    expect(wrong).toMatchObject({ step: 'otp', state: 'rejected', stepState: 'rejected', error: { code: 'invalid_code' } });
    expect(orderReducer(wrong, { type: 'steppedBack' })).toMatchObject({ step: 'serverAuth', state: 'approved', sentTo: null, late: false, error: null });
    expect(orderReducer(wrong, { type: 'issued', key })).toMatchObject({ step: 'otp', state: 'issued', value: key, error: null });
  });

  it('stays at the choice of method for a local certificate', () => {
    expect(after({ type: 'introduced' }, { type: 'methodSelected', method: 'local_certificate' }).step).toBe('selectMethod');
  });

  it('keeps the failed step and its error until the next try', () => {
    const failed = after({ type: 'introduced' }, { type: 'methodSelected', method: 'server_certificate' }, { type: 'stepFailed', error });
    expect(failed).toMatchObject({ step: 'email', state: 'rejected', stepState: 'rejected', error });
    expect(orderReducer(failed, { type: 'stepStarted' })).toMatchObject({ stepState: 'pending', error: null });
    expect(orderReducer(failed, { type: 'steppedBack' })).toMatchObject({ step: 'selectMethod', state: 'pending', error: null });
  });

  it('drops the key when the method changes, and everything on reset', () => {
    const issued = after({ type: 'introduced' }, { type: 'methodSelected', method: 'local_certificate' }, { type: 'issued', key });
    expect(orderReducer(issued, { type: 'methodSelected', method: 'new_certificate' }).value).toBeNull();
    expect(orderReducer(issued, { type: 'reset' })).toEqual(newOrder('t1', 'local_certificate'));
  });
});
