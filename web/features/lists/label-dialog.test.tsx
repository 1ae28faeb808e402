/** Folders and tags of entries, and names that are typed but not added yet. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchLabels } from '#web/entities/labels/labels.requests.ts';
import { labelSaved, selectLabels } from '#web/entities/labels/labels.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { AppError } from '#web/services/app-error.ts';
import { call } from '#web/services/api/call.ts';
import LabelDialog from './LabelDialog.tsx';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });

interface Input {
  body: { id: string; kind: 'folder' | 'tag'; name: string };
}
const labelOf = ({ body }: Input) => ({ ...body, isEditable: true, createdAt: '2026-01-01T00:00:00.000Z' });
const answers: Record<string, (input: never) => unknown> = {};
const sent = (name: string) => vi.mocked(call).mock.calls.filter(([each]) => each === name).map(([, input]) => (input as { body: Record<string, unknown> }).body);

let root: Root | undefined;
beforeEach(() => {
  Object.assign(answers, { 'labels.list': () => ({ labels: [] }), 'labels.create': labelOf, 'lists.label': ({ body }: { body: { ids: string[] } }) => ({ results: body.ids.map((id) => ({ id, error: null })) }) });
  vi.mocked(call).mockReset().mockImplementation(((name: string, input: never) => Promise.resolve().then(() => answers[name]?.(input))) as never);
});
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

const closed = vi.fn<() => void>();
async function saved(names: Record<string, string>): Promise<void> {
  closed.mockReset();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(<Provider store={createStore()}><LabelDialog kind="transaction" items={[{ id: 't', title: 'Lease' }]} onClose={closed} /></Provider>));
  for (const [label, name] of Object.entries(names)) {
    const id = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.htmlFor ?? '';
    await act(async () => {
      const box = document.getElementById(id);
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, name);
      box?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
  await act(async () => document.querySelector('form')?.requestSubmit());
}

test('saving adds the folder and the tag whose names are typed only', async () => {
  await saved({ newFolder: 'Leases', newTag: ' urgent ' });
  const [folder, tag] = sent('labels.create');
  expect([folder?.['name'], tag?.['name']]).toEqual(['Leases', 'urgent']);
  expect(sent('lists.label')).toEqual([{ kind: 'transaction', ids: ['t'], folderId: folder?.['id'], addTags: [tag?.['id']], removeTags: [] }]);
  expect(closed).toHaveBeenCalledOnce();
});

test('nothing is saved if a name is taken, and the dialog says so', async () => {
  answers['labels.create'] = () => { throw new AppError('conflict'); };
  await saved({ newTag: 'urgent' });
  expect([sent('lists.label'), closed.mock.calls, document.body.textContent?.includes('taken')]).toEqual([[], [], true]);
});

test('a label that is saved while the labels load stays', async () => {
  const store = createStore();
  const label = labelOf({ body: { id: 'new', kind: 'tag', name: 'urgent' } });
  let requests = 0;
  answers['labels.list'] = () => {
    requests += 1;
    if (requests > 1) return { labels: [label] };
    store.dispatch(labelSaved(label));
    return { labels: [] };
  };
  await store.dispatch(fetchLabels(undefined));
  expect([selectLabels(store.getState()), requests]).toEqual([[label], 2]);
});
