import i18next from 'i18next';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, test, vi } from 'vitest';
import signing from '#contract/locales/en/signing.json' with { type: 'json' };
import { OptionSelect } from './OptionSelect.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { signing } }, react: { useSuspense: false } }));

async function shown(options: string[], value: string, onWrite: (text: string) => void): Promise<HTMLSelectElement> {
  const page = document.body.appendChild(document.createElement('div'));
  await act(async () => createRoot(page).render(<OptionSelect options={options} value={value} onWrite={onWrite} />));
  const select = page.querySelector('select');
  if (!select) throw new Error('There is nothing to choose from');
  return select;
}
const texts = (select: HTMLSelectElement): string[] => [...select.options].map(({ text }) => text);

test('offers the options of the document and an empty choice', async () => {
  const written = vi.fn<(text: string) => void>();
  const select = await shown(['California', 'Texas'], 'California', written);
  expect(texts(select)).toEqual(['', 'California', 'Texas']);
  expect(select.options[0]?.getAttribute('aria-label')).toBe('No selection');
  for (const text of ['Texas', '']) {
    select.value = text;
    await act(async () => select.dispatchEvent(new Event('change', { bubbles: true })));
    expect(written).toHaveBeenLastCalledWith(text);
  }
});

test('keeps several options that are already selected', async () => {
  const select = await shown(['Mon', 'Tue', 'Wed'], 'Mon, Wed', () => undefined);
  expect(texts(select)).toEqual(['', 'Mon, Wed', 'Mon', 'Tue', 'Wed']);
  expect(select.value).toBe('Mon, Wed');
});

test('treats a blank option as the empty choice and shows duplicates once', async () => {
  const select = await shown([' ', 'AA', 'AK', 'AA'], ' ', () => undefined);
  expect(texts(select)).toEqual(['', 'AA', 'AK']);
  expect(select.selectedIndex).toBe(0);
});
