// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { call } from '#web/services/api/call.ts';
import { fetchOrganization } from '../organizations/organizations.requests.ts';
import { fetchParticipants } from '../sharing/sharing.requests.ts';
import { createStore, type AppDispatch } from '../store.ts';
import { fetchTransaction } from '../transactions/transactions.requests.ts';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));

const id = '1'.repeat(24);
const cases: [string, (dispatch: AppDispatch) => unknown, (delivery: string) => object][] = [
  ['a request', (dispatch) => dispatch(fetchTransaction({ id })), (delivery) => ({ id, version: 1, recipients: [{ delivery }], fileIds: [] })],
  ['an organization', (dispatch) => dispatch(fetchOrganization({ id })), (delivery) => ({ id, members: [{ delivery }], teams: [] })],
  ['those who see a file', (dispatch) => dispatch(fetchParticipants({ kind: 'file', id })), (delivery) => ({ participants: [{ id, delivery }] })],
];

test.each(cases)('a late response for %s does not replace a newer one', async (_, ask, answer) => {
  const store = createStore();
  const answers: ((value: object) => void)[] = [];
  vi.mocked(call).mockImplementation(() => new Promise((resolve) => { answers.push(resolve as (value: object) => void); }));
  const requests = [ask(store.dispatch), ask(store.dispatch)];
  answers[1]!(answer('the newer'));
  await requests[1];
  answers[0]!(answer('the older'));
  await requests[0];
  const state = JSON.stringify(store.getState());
  expect([state.includes('the newer'), state.includes('the older')]).toEqual([true, false]);
});
