import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import type { VisitorFile, VisitorOwner } from '#web/services/visitor/visitor-database.ts';
import { readVisitorFile } from '#web/services/visitor/visitor-files.service.ts';
import { useVisitorFile } from './use-visitor-file.ts';

vi.mock('#web/services/visitor/visitor-files.service.ts', () => ({ readVisitorFile: vi.fn<() => Promise<VisitorFile>>() }));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const shown = async (owner: VisitorOwner | null): Promise<string | null> => {
  vi.mocked(readVisitorFile).mockResolvedValue({ id: 'local-1', title: 'Lease.pdf', owner } as VisitorFile);
  const place = document.createElement('div');
  const Page = () => {
    const file = useVisitorFile('local-1');
    return file === null || file === 'gone' ? file : file.title;
  };
  const root = createRoot(place);
  await act(async () => root.render(<Page />));
  const { textContent } = place;
  await act(async () => root.unmount());
  return textContent;
};

test('a document that belongs to an account is shown to nobody here, whoever knows its address', async () => {
  expect(await shown(null)).toBe('Lease.pdf');
  expect(await shown({ userId: 'ada', orgId: null })).toBe('gone');
});
