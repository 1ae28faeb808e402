import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { Insight } from '#contract/entities/insight.ts';
import { InsightsTimeline } from './InsightsTimeline.tsx';
import { useInsights } from './use-insights.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('./use-insights.ts', () => ({ useInsights: vi.fn<typeof useInsights>() }));

const line = (id: string, createdAt: string): Insight => ({
  id, createdAt, action: 'transaction_viewed', attributes: { user: null, users: [], newOwner: null, title: null },
  actor: { id: null, email: null, phone: null, firstName: 'Grace', lastName: 'Hopper', avatar: null, ip: '192.0.2.1', userAgent: null, latlng: null },
}) as unknown as Insight;

test('details that are open stay open when an entry of the same day arrives', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const show = async (insights: readonly Insight[]): Promise<void> => {
    vi.mocked(useInsights).mockReturnValue({ insights, error: null, retry: () => undefined });
    await act(async () => root.render(<MemoryRouter><InsightsTimeline resource={{ kind: 'transaction', id: 't' }} title="Lease.pdf" /></MemoryRouter>));
  };
  const first = line('a', '2026-05-03T10:00:00Z');
  await show([first]);
  const details = document.querySelector('details');
  if (details) details.open = true;
  await show([first, line('b', '2026-05-03T10:01:00Z')]);
  expect([...document.querySelectorAll('details')].map(({ open }) => open)).toEqual([false, true]);
  await act(async () => root.unmount());
});
