/** A search waits a moment before it is written to the URL. What is chosen in that moment stays. */
import { act, Suspense, use, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { transactionFilters } from '#contract/entities/list-query.ts';
import { timing } from '#contract/limits/timing.ts';
import { FilterBar } from './FilterBar.tsx';
import type { ChangeQuery } from './use-list-query.ts';
import { useListQuery } from './use-list-query.ts';
import { useSearchText } from './use-search-text.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let page: HTMLElement;
let address: string;
let type: (text: string) => void;
let change: ChangeQuery;
let text: string;
/** What a URL with this parameter waits for before it is shown, as on a slow device. */
let slow: { parameter: string; rows: Promise<void> } | undefined;

const Rows = () => {
  const { search } = useLocation();
  if (slow && search.includes(slow.parameter)) use(slow.rows);
  return null;
};
const Screen = () => {
  const { search } = useLocation();
  const [query, setQuery] = useListQuery(transactionFilters);
  const [typed, setText] = useSearchText(query.search, (text) => setQuery({ search: text }));
  useEffect(() => {
    address = search;
    text = typed;
    type = setText;
    change = setQuery;
  });
  return <FilterBar label="filter" filters={[{ key: 'all', text: 'All', count: 2 }, { key: 'draft', text: 'Drafts', count: 1 }]} isCounted onQuery={setQuery} />;
};
const pause = (): void => void vi.advanceTimersByTime(timing.inputDebounce);
const press = (words: string) => [...page.querySelectorAll('a')].find((link) => link.textContent.startsWith(words))?.click();

beforeEach(() => {
  vi.useFakeTimers();
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  slow = undefined;
  act(() => root.render(<BrowserRouter><Screen /><Suspense><Rows /></Suspense></BrowserRouter>));
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
  window.history.replaceState(null, '', '/');
  vi.useRealTimers();
});

test('a filter that is chosen before the search is written', () => {
  act(() => type('lease'));
  act(() => press('Drafts'));
  act(() => pause());
  expect(address).toBe('?filter=draft&search=lease');
});

test('an order that is chosen before the search is written', () => {
  act(() => type('lease'));
  act(() => change({ sort: 'name' }));
  act(() => pause());
  expect(address).toBe('?sort=name&search=lease');
});

test('a filter that is chosen and not shown yet', async () => {
  let show = (): void => undefined;
  slow = { parameter: 'filter', rows: new Promise((resolve) => (show = resolve)) };
  await act(async () => type('lease'));
  await act(async () => press('Drafts'));
  await act(async () => pause());
  expect(address).toBe('');
  await act(async () => show());
  expect(address).toBe('?filter=draft&search=lease');
});

test('a filter that is chosen while a cleared search is still shown', async () => {
  await act(async () => type('lease'));
  await act(async () => pause());
  let show = (): void => undefined;
  slow = { parameter: 'sort', rows: new Promise((resolve) => (show = resolve)) };
  await act(async () => change({ sort: 'name' }));
  await act(async () => type(''));
  await act(async () => void vi.advanceTimersByTime(0));
  expect(address).toBe('?search=lease');
  await act(async () => press('Drafts'));
  await act(async () => show());
  expect(address).toBe('?sort=name&filter=draft');
});

test('letters that are typed while the search before them is not shown yet', async () => {
  let show = (): void => undefined;
  slow = { parameter: 'search', rows: new Promise((resolve) => (show = resolve)) };
  await act(async () => type('for'));
  await act(async () => pause());
  await act(async () => type('form'));
  expect([text, address]).toEqual(['form', '']);
  await act(async () => show());
  expect(text).toBe('form');
  await act(async () => pause());
  expect([text, address]).toEqual(['form', '?search=form']);
});

test('two changes in one moment', () => {
  act(() => {
    change({ sort: 'name' });
    change({ order: 'ascent' });
  });
  expect(address).toBe('?sort=name&order=ascent');
});
