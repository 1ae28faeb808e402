import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import type { OpenMagicLink } from '#contract/entities/magic-link.ts';
import { LinkIntroduction } from './LinkIntroduction.tsx';
import type { LinkActions } from './use-magic-link.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('#web/services/api/call.ts', () => ({ call: async () => ({}), takePrefetched: async () => undefined }));

const link = {
  state: 'open', kind: 'request', isReader: false, reader: { name: null, address: 'b…@example.org' }, brand: null, sender: { name: 'Ada Byron', email: 'ada@example.org' },
  title: 'Lease.pdf', message: { title: '', body: '' }, expiresAt: null, documents: ['Lease.pdf'], participation: 'signer', places: 2, hasSigned: false,
} satisfies OpenMagicLink;

async function shown(more: Partial<OpenMagicLink>): Promise<string> {
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  await act(async () => root.render(<LinkIntroduction link={{ ...link, ...more }} actions={{ pending: false, error: null } as LinkActions} isOther={false} onStay={() => undefined} />));
  const text = page.textContent ?? '';
  await act(async () => root.unmount());
  return text;
}

test('the sender has the same initials as elsewhere in the app', async () => {
  expect(await shown({})).toContain('AB');
  expect(await shown({ sender: { name: '山田 花子', email: null } })).toContain('山花');
  expect(await shown({ sender: { name: 'grace.hopper@example.org', email: 'grace.hopper@example.org' } })).toContain('GH');
});

test.each([
  ['the same name', {}, false],
  ['another subject', { message: { title: 'Please sign', body: '' } }, true],
  ['another name', { documents: ['Agreement.pdf'] }, true],
  ['several documents', { documents: ['Lease.pdf', 'Annex.pdf'] }, true],
] as const)('names the documents unless the title already does: %s', async (_, more, named) => expect((await shown(more as Partial<OpenMagicLink>)).includes('documents')).toBe(named));

test.each([
  [{}, 'lead.request', 'signBy'],
  [{ hasSigned: true }, 'lead.signed', null],
  [{ participation: 'approver' }, 'lead.approver', 'toDo.approver'],
  [{ participation: 'viewer' }, 'lead.viewer', 'toDo.viewer'],
  [{ participation: 'viewer', hasSigned: true }, 'lead.done', null],
] as const)('says what is asked for, of %o', async (more, lead, fact) => {
  const text = await shown({ expiresAt: '2026-05-03T12:00:00.000Z', ...more } as Partial<OpenMagicLink>);
  expect(text).toContain(lead);
  for (const each of ['signBy', 'toDo.approver', 'toDo.viewer', 'noPlaces']) expect(text.includes(each), each).toBe(each === fact);
});
