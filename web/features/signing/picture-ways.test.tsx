/** A picture comes, and its way is chosen, in one moment: what was made is not lost. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import type { MadePicture, Way } from './picture-ways.ts';
import { PictureWays } from './PictureWays.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** What the screen's parts were given at the first rendering: nothing is rendered between what happens in one moment. */
const first = vi.hoisted((): { written?: (picture: string | null) => void; choose?: (way: Way) => void } => ({}));
vi.mock('./TypePad.tsx', () => ({ TypePad: ({ onWritten }: { onWritten: (picture: string | null) => void }) => { first.written ??= onWritten; return null; } }));
vi.mock('./DrawPad.tsx', () => ({ DrawPad: () => null }));
vi.mock('#web/ui/Tabs.tsx', () => ({
  Tabs: ({ tabs, onChange }: { tabs: { content: React.ReactNode }[]; onChange: (way: Way) => void }) => { first.choose ??= onChange; return tabs.map(({ content }, index) => <div key={index}>{content}</div>); },
}));

test.each([
  ['before', 'typeIn', () => { first.written?.('picture'); first.choose?.('typeIn'); }],
  ['after', 'draw', () => { first.choose?.('typeIn'); first.written?.('picture'); }],
] as const)('a picture that comes just %s its way is chosen', async (_, start, happen) => {
  Object.assign(first, { written: undefined, choose: undefined });
  const onMade = vi.fn<(made: MadePicture | null) => void>();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<PictureWays type="signature" offered={['draw', 'typeIn']} name="Grace Hopper" start={start} onMade={onMade} />));
  await act(async () => happen());
  expect(onMade).toHaveBeenLastCalledWith({ url: 'picture', fillType: 'typeIn' });
  await act(async () => root.unmount());
});
