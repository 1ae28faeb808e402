import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '#web/services/api/call.ts';
import { StorageSection } from './StorageSection.tsx';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root | undefined;
beforeEach(() => vi.mocked(call).mockReset());
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

async function show(used: number, allowed: number | null, orgId?: string) {
  vi.mocked(call).mockResolvedValue({ used, allowed } as never);
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  await act(async () => root?.render(orgId === undefined ? <StorageSection /> : <StorageSection orgId={orgId} />));
  return page;
}

test.each([
  [899, 1000, null, '89.9'], [900, 1000, 'storage.nearlyFull', '90'], [1000, 1000, 'storage.full', '100'], [1200, 1000, 'storage.full', '100'],
])('%d of %d bytes: the bar shows the share, and a warning when little is left', async (used, allowed, warning, share) => {
  const page = await show(used, allowed);
  expect(page.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe(share);
  expect(/storage\.(nearlyFull|full)/.exec(page.textContent ?? '')?.[0] ?? null).toBe(warning);
});

test('there is no bar without a limit', async () => {
  const page = await show(5000, null);
  expect(page.textContent).toContain('storage.unlimited');
  expect(page.querySelector('[role=progressbar]')).toBeNull();
});

test('shows the person’s own storage in any space', async () => {
  await show(1, 2);
  expect(call).toHaveBeenCalledWith('storage.usage', { query: { orgId: undefined } }, expect.anything());
  expect(vi.mocked(call).mock.calls[0]?.[1]).toStrictEqual({ query: { orgId: undefined } });
});
