import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { notificationSettingsDefault } from '#contract/limits/sending.ts';
import { withNotification } from '#contract/entities/notifications.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { EventType, LiveEvent } from '#contract/events.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { liveEventReceived } from '#web/entities/live-event.ts';
import { profileReceived } from '#web/entities/profile/profile.slice.ts';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { pathVisited } from '#web/entities/ui-state/ui.slice.ts';
import { AppError } from '#web/services/app-error.ts';
import { startRequestNotices } from './request-notices.listener.ts';

const navigate = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('../router.tsx', () => ({ router: { navigate } }));
const notify = vi.hoisted(() => vi.fn<(text: string, options: { id: string; action: { run(): void } }) => void>());
vi.mock('#web/ui/snackbar.ts', () => ({ notify }));
vi.mock('i18next', () => ({ default: { t: (key: string, { recipientName, senderName, title }: Record<string, string>) => [key, recipientName ?? senderName, title].filter(Boolean).join(' ') } }));
vi.mock('#web/services/i18n/i18n.ts', () => ({ addFurtherTexts: async () => undefined }));
const server = vi.hoisted(() => ({ answer: null as unknown, inputs: [] as unknown[] }));
vi.mock('#web/services/api/call.ts', () => ({
  call: async (_: string, input: unknown) => {
    server.inputs.push(input);
    if (server.answer === null) throw new AppError('access_code_required');
    return server.answer;
  },
}));

const [id, ada, grace] = ['1'.repeat(24), 'a'.repeat(24), 'b'.repeat(24)];
const transaction = {
  id, name: 'Lease', ownerId: ada, owner: { id: ada, firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org' }, status: 'pending', bulkId: null, fileIds: [],
  recipients: [{ id: 'r', userId: grace, firstName: 'Grace', lastName: 'Hopper', completed: false }],
};

beforeAll(startRequestNotices);
beforeEach(() => {
  notify.mockClear();
  server.answer = transaction;
});

interface Setting {
  viewer: string;
  actor?: string;
  path?: string;
  settings?: number;
  data?: Record<string, unknown>;
}

async function noticesOf(type: EventType, { viewer, actor = viewer === ada ? grace : ada, path = '/transactions', settings = notificationSettingsDefault, data = { recipientId: 'r' } }: Setting): Promise<string[]> {
  const store = createStore();
  store.dispatch(sessionStarted(viewer));
  store.dispatch(profileReceived({ id: viewer, notificationSettings: settings } as Profile));
  store.dispatch(pathVisited(path));
  store.dispatch(liveEventReceived({ id: '1', type, resourceId: id, actorId: actor, createdAt: '2026-01-01T00:00:00.000Z', data } satisfies LiveEvent));
  await new Promise((resolve) => setTimeout(resolve, 5));
  return notify.mock.calls.map(([text]) => text);
}

test.each([
  ['incoming_transaction', grace, ['notices.incoming.signer Ada Byron Lease']],
  ['transaction_signed_by_recipient', ada, ['notices.signed Grace Hopper Lease']],
  ['transaction_declined_by_recipient', ada, ['notices.declined Grace Hopper Lease']],
  ['transaction_canceled', grace, ['notices.canceled Ada Byron Lease']],
  ['transaction_completed', ada, ['notices.completed Lease']],
  ['transaction_updated', ada, []],
] as const)('%s: %s is told %j', async (type, viewer, texts) => {
  expect(await noticesOf(type, { viewer })).toEqual(texts);
});

const emmy = 'c'.repeat(24);
const held = { ...transaction, status: 'draft', recipients: [], sendApproval: { status: 'waiting', requestedBy: transaction.owner, approvers: [{ id: grace }] } };

test.each([
  ['requested', grace, ada, ['notices.approval.requested Ada Byron Lease']],
  // Who is in the organization and approves nothing.
  ['requested', emmy, ada, []],
  ['requested', ada, ada, []],
  ['given', ada, grace, ['notices.approval.given Lease']],
  ['returned', ada, grace, ['notices.approval.returned Lease']],
  ['given', emmy, grace, []],
  ['withdrawn', grace, ada, []],
  // Of one's own doing.
  ['returned', ada, ada, []],
])('approval %s: %s is told by %s of %j', async (news, viewer, actor, texts) => {
  server.answer = held;
  expect(await noticesOf('transaction_updated', { viewer, actor, data: { sendApproval: news } })).toEqual(texts);
});

test('the request is read without being opened', async () => {
  server.inputs = [];
  await noticesOf('incoming_transaction', { viewer: grace });
  expect(server.inputs).toEqual([{ params: { id }, query: { background: 'true' } }]);
});

test('a press on the notice opens the request', async () => {
  await noticesOf('incoming_transaction', { viewer: grace });
  notify.mock.calls[0]?.[1].action.run();
  expect(navigate).toHaveBeenCalledWith(fillPath(routes.transaction, { id }));
});

test.each([
  ['whose page is open', { path: `/transaction/${id}/insights` }],
  ['of a kind that the person switched off', { settings: withNotification(notificationSettingsDefault, 'signed', false) }],
  ['that the person signed', { actor: ada }],
])('nothing is told of a request %s', async (_, setting) => {
  expect(await noticesOf('transaction_signed_by_recipient', { viewer: ada, ...setting })).toEqual([]);
});

test('nothing is told of a request that may not be read yet, of the signatures of a bulk, and of the last signature', async () => {
  server.answer = null;
  expect(await noticesOf('incoming_transaction', { viewer: grace })).toEqual([]);
  server.answer = { ...transaction, bulkId: '2'.repeat(24) };
  expect(await noticesOf('transaction_signed_by_recipient', { viewer: ada })).toEqual([]);
  server.answer = { ...transaction, status: 'completed' };
  expect(await noticesOf('transaction_signed_by_recipient', { viewer: ada })).toEqual([]);
});
