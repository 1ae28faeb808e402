import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#web/services/app-error.ts';
import { SignInPage } from './SignInPage.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('#web/services/auth/passkeys.ts', () => ({ canUsePasskeys: () => false }));
vi.mock('#web/services/auth/connections.ts', () => ({ socialConnections: async () => [] }));
vi.mock('./LanguageChoice.tsx', () => ({ LanguageChoice: () => null }));
const server = vi.hoisted(() => ({ tokens: [] as (string | undefined)[], answer: (_token?: string): void => undefined }));
vi.mock('#web/services/api/call.ts', () => ({
  call: async (id: string, { body }: { body?: { captcha?: string } }) => {
    if (id === 'interactions.get') return { loginHint: 'ada@example.org', initialFlow: null, locale: null };
    server.tokens.push(body?.captcha);
    server.answer(body?.captcha);
    return { late: false };
  },
}));

const details = { provider: 'turnstile', siteKey: 'site-key', script: 'https://provider.example/api.js' };
interface Options {
  sitekey: string;
  theme: string;
  size: string;
  callback(token: string): void;
  'error-callback'(code: string): boolean;
}
const shown: { place: HTMLElement; options: Options }[] = [];
const removed: unknown[] = [];
let page: HTMLElement;
let end: () => Promise<void>;

beforeEach(async () => {
  server.tokens = [];
  server.answer = (token) => {
    if (token === undefined) throw new AppError('captcha_required', { details });
  };
  shown.length = 0;
  removed.length = 0;
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  end = () => act(async () => root.unmount());
  await act(async () => root.render(<SignInPage uid="u" isAccountDeleted={false} />));
});
afterEach(async () => {
  await end();
  page.remove();
  vi.unstubAllGlobals();
  document.head.querySelectorAll('script').forEach((script) => script.remove());
  delete document.documentElement.dataset.theme;
});

const submit = () => act(async () => page.querySelector<HTMLButtonElement>('button[type=submit]')?.click());
const scripts = () => [...document.head.querySelectorAll('script')];
/** The script of the provider arrives and reports that it is ready. */
const ready = () => act(async () => {
  const api = { render: (place: HTMLElement, options: Options) => shown.push({ place, options }) - 1, remove: (widget: unknown) => removed.push(widget) };
  Object.assign(window, { turnstile: api });
  const onload = new URL(scripts().at(-1)?.src ?? '').searchParams.get('onload') ?? '';
  (window as unknown as Record<string, () => void>)[onload]?.();
});
/** A script that was loaded once stays loaded, so only the first test gets it. */
const widget = async (): Promise<void> => {
  await submit();
  if (scripts().length > 0) await ready();
};
const pass = (token: string) => act(async () => shown.at(-1)?.options.callback(token));
const title = () => page.querySelector('h1')?.textContent;

test('loads no provider script before the server asks for a token', async () => {
  server.answer = () => undefined;
  await submit();
  expect(title()).toBe('code.title');
  expect(scripts()).toEqual([]);
});

test('a script that takes longer than fifteen seconds is an error', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await submit();
  await act(async () => vi.advanceTimersByTimeAsync(14_999));
  expect(page.querySelector('[role=group]')).not.toBeNull();
  await act(async () => vi.advanceTimersByTimeAsync(1));
  vi.useRealTimers();
  expect(page.textContent).toContain('failed');
  expect([page.querySelector('[role=group]'), scripts()]).toEqual([null, []]);
});

test('a script that fails to load is an error that can be tried again', async () => {
  await submit();
  await act(async () => scripts()[0]?.dispatchEvent(new Event('error')));
  expect(page.textContent).toContain('failed');
  expect(page.querySelector('[role=group]')).toBeNull();
  expect(scripts()).toEqual([]);
  await submit();
  expect(scripts()).toHaveLength(1);
  await ready();
  expect(shown).toHaveLength(1);
});

describe('with the script', () => {
  test('the widget is shown and announced, and its token sends the code', async () => {
    document.documentElement.dataset.theme = 'dark';
    await widget();
    expect(page.querySelector('[role=group]')?.getAttribute('aria-label')).toBe('captcha.label');
    expect([...page.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)).toContain('captcha.ask');
    expect(shown[0]?.options).toMatchObject({ sitekey: 'site-key', theme: 'dark', size: 'compact' });
    await pass('token');
    expect(server.tokens).toEqual([undefined, 'token']);
    expect(title()).toBe('code.title');
    expect(removed).toEqual([0]);
  });

  test('pressing the button meanwhile keeps the widget', async () => {
    await widget();
    await submit();
    expect(shown).toHaveLength(1);
    expect(removed).toEqual([]);
  });

  test('a refused token shows the reason and a new widget', async () => {
    await widget();
    server.answer = () => { throw new AppError('captcha_failed'); };
    await pass('refused');
    expect(page.textContent).toContain('failed');
    expect(title()).toBe('email.title');
    expect([shown.length, removed]).toEqual([2, [0]]);
  });

  test('any other error removes the widget, since its token is spent', async () => {
    await widget();
    server.answer = () => { throw new AppError('too_many_requests'); };
    await pass('spent');
    expect(page.querySelector('[role=group]')).toBeNull();
  });

  test('a failed widget is replaced by the reason; a closed challenge keeps it', async () => {
    await widget();
    await act(async () => shown[0]?.options['error-callback']('challenge-closed'));
    expect(page.querySelector('[role=group]')).not.toBeNull();
    await act(async () => shown[0]?.options['error-callback']('300010'));
    expect(page.querySelector('[role=group]')).toBeNull();
    expect(page.textContent).toContain('failed');
  });

  test('a new code that needs a token again leads back to the first step', async () => {
    await widget();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
    await pass('token');
    await act(async () => vi.advanceTimersByTimeAsync(31_000));
    server.answer = () => { throw new AppError('captcha_required', { details }); };
    await act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'code.resend')?.click());
    vi.useRealTimers();
    expect(title()).toBe('email.title');
    expect(shown).toHaveLength(2);
  });
});
