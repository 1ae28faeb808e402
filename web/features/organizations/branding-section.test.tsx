/** Saving how mails of an organization look. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { branding } from '#contract/entities/branding.ts';
import type { Organization } from '#contract/entities/organization.ts';
import { createStore } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import { BrandingSection } from './BrandingSection.tsx';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });

const organization = { id: '1'.repeat(24), name: 'Works', ownerId: 'ada', branding: branding.parse({ inMails: true, color: '#0b5cad' }) } as unknown as Organization;
let root: Root | undefined;
beforeEach(() => vi.mocked(call).mockReset().mockResolvedValue(organization as never));
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

/** Types an unreadable colour and saves; `isHidden`: after mails no longer bear the name. */
async function savedWithYellow(isHidden: boolean) {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(<Provider store={createStore()}><BrandingSection organization={organization} may={() => true} /></Provider>));
  await act(async () => {
    const box = document.querySelector<HTMLInputElement>('input[maxlength="7"]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, '#ffff00');
    box?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  if (isHidden) await act(async () => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
  await act(async () => document.querySelector('form')?.requestSubmit());
  return vi.mocked(call).mock.calls.filter(([name]) => name === 'organizations.update').map(([, input]) => (input as { body: { branding: unknown } }).body.branding);
}

test('a colour that is shown must be readable', async () => expect(await savedWithYellow(false)).toEqual([]));
test('one that is not shown does not prevent saving, and leaves the one before', async () =>
  expect(await savedWithYellow(true)).toEqual([{ ...organization.branding, inMails: false }]));
