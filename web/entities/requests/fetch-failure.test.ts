// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { call } from '#web/services/api/call.ts';
import { AppError } from '#web/services/app-error.ts';
import { fetchFile } from '../files/files.requests.ts';
import { createStore } from '../store.ts';
import { fetchTemplate } from '../templates/templates.requests.ts';
import { fetchTransaction } from '../transactions/transactions.requests.ts';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));

const store = createStore();
const id = 'nonsense';
const fetches: [string, () => Promise<unknown>][] = [
  ['file', () => store.dispatch(fetchFile({ id })).unwrap()],
  ['template', () => store.dispatch(fetchTemplate({ id })).unwrap()],
  ['transaction', () => store.dispatch(fetchTransaction({ id })).unwrap()],
];

describe.each(fetches)('fetching a %s', (_, fetch) => {
  it.each([['request_validation_error', 'not_found'], ['not_found', 'not_found'], ['permission_denied', 'permission_denied']] as const)('shows %s as %s', async (code, shown) => {
    vi.mocked(call).mockImplementation(async () => {
      throw new AppError(code);
    });
    const failure: unknown = await fetch().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: shown });
  });
});
