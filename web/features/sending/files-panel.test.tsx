/** Where the focus is after a document is moved or removed. */
import { act, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { FilesPanel } from './FilesPanel.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// jsdom lacks what menus use.
vi.stubGlobal('CSS', { escape: (text: string) => text });
vi.stubGlobal('ResizeObserver', class {
  observe = (): void => undefined;
  unobserve = (): void => undefined;
  disconnect = (): void => undefined;
});

const all = ['A', 'B', 'C'].map((title) => ({ id: title, title }));
let works = true;
let reorder: (files: typeof all) => void = () => undefined;
const Panel = () => {
  const [files, setFiles] = useState(all);
  useEffect(() => void (reorder = setFiles), []);
  const change = async (next: typeof all): Promise<boolean> => {
    if (works) setFiles(next);
    return works;
  };
  return (
    <MemoryRouter>
      <FilesPanel
        files={files}
        uploadTo="/add"
        max={9}
        onMove={({ id }) => change([...files.filter((each) => each.id !== id), ...files.filter((each) => each.id === id)])}
        onRename={() => undefined}
        onRemove={({ id }) => change(files.filter((each) => each.id !== id))}
      />
      <input aria-label="Elsewhere" />
    </MemoryRouter>
  );
};
const root = createRoot(document.body.appendChild(document.createElement('div')));
afterEach(async () => act(async () => root.render(null)));

const rows = () => [...document.querySelectorAll('ol li')];
const rowOf = (title: string) => rows().find((each) => each.textContent?.includes(title));
const focused = () => rows().find((each) => each.contains(document.activeElement))?.textContent ?? document.activeElement?.tagName;
const settled = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 250))));
const choose = async (title: string, action: string): Promise<void> => {
  await act(async () => {
    rowOf(title)?.querySelector('button')?.focus();
    rowOf(title)?.querySelector('button')?.click();
  });
  await act(async () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((each) => each.textContent === action)?.click());
  await settled();
};

test('the next document has the focus after one is removed, and the last after the last', async () => {
  works = true;
  await act(async () => root.render(<Panel />));
  await choose('B', 'files.remove');
  expect([rows().length, focused()]).toEqual([2, 'C']);
  await choose('C', 'files.remove');
  expect([rows().length, focused()]).toEqual([1, 'A']);
});

test('a move that fails takes the focus from nobody', async () => {
  works = false;
  await act(async () => root.render(<Panel />));
  await choose('A', 'files.later');
  await act(async () => document.querySelector('input')?.focus());
  // Somebody else changes the order later.
  await act(async () => reorder([...all].reverse()));
  await settled();
  expect([rows().map((each) => each.textContent), focused()]).toEqual([['C', 'B', 'A'], 'INPUT']);
});
