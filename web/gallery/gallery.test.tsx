import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { createRoot } from 'react-dom/client';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { components, partOf } from './components.ts';
import { Gallery } from './Gallery.tsx';
import { addressOf, settingsOf } from './settings.ts';

const files = globSync('web/ui/**/*.tsx').filter((file) => !file.endsWith('.test.tsx')).map((file) => basename(file, '.tsx'));

class NeverResized {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

let remove: (() => void) | undefined;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  // What jsdom lacks.
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  vi.stubGlobal('ResizeObserver', NeverResized);
});
afterEach(() => remove?.());

async function show(query: string): Promise<HTMLElement> {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  remove = () => act(() => root.unmount());
  await act(async () => root.render(<Gallery settings={settingsOf(query)} />));
  return place;
}

test('every component of the ui kit is in the gallery', () => {
  expect(files.filter((name) => !components[name] && !partOf[name])).toEqual([]);
  expect(Object.keys(components).filter((name) => !files.includes(name))).toEqual([]);
});

test.each(Object.keys(components))('%s can be shown in all its states', async (component) => {
  for (const example of Object.keys(components[component] ?? {})) {
    await show(addressOf({ ...settingsOf(''), component, example }));
    expect(document.body.textContent, example).not.toContain('undefined');
    remove?.();
    remove = undefined;
  }
});

test('words are lengthened and marked on request', async () => {
  const place = await show('?component=Button&words=pseudo');
  expect(place.querySelector('button')?.textContent).toMatch(/^⟦Šéñd .+⟧$/);
});
