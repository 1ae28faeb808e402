import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const call = vi.hoisted(() => vi.fn<(id: string, input: { body: object }) => Promise<void>>(async () => undefined));
vi.mock('../api/call.ts', () => ({ call }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  call.mockClear();
  window.history.replaceState(null, '', '/transaction/0123456789abcdef01234567?code=1');
  document.head.innerHTML = '<meta name="COLLECTS_USAGE" content="true"><meta name="COLLECTS_ERRORS" content="true">';
});
afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

async function reports(agreed = true) {
  const module = await import('./reports.ts');
  module.allowReports(() => agreed);
  return module;
}

test('events are sent together, with the page and its identifiers replaced', async () => {
  const { reportUsage } = await reports();
  reportUsage({ name: 'page_view' });
  reportUsage({ name: 'conversion', speed: 'fast' });
  expect(call).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5000);
  expect(call).toHaveBeenCalledExactlyOnceWith('usage.report', { body: { events: [{ name: 'page_view', page: '/transaction/:id' }, { name: 'conversion', page: '/transaction/:id', speed: 'fast' }] } });
});

test('an error is sent with addresses masked', async () => {
  const { reportError } = await reports();
  reportError({ code: 'unknown_ui_error', message: 'ada@example.org is missing', stack: 'at ada@example.org' });
  expect(call).toHaveBeenCalledExactlyOnceWith('errors.report', { body: { reports: [{ code: 'unknown_ui_error', message: '***@*** is missing', stack: 'at ***@***', page: '/transaction/:id', version: null }] } });
});

test('ten errors a minute are sent, and more in the next', async () => {
  const { reportError } = await reports();
  const fail = () => reportError({ code: 'unknown_ui_error', message: 'x' });
  for (let times = 0; times < 15; times += 1) fail();
  expect(call).toHaveBeenCalledTimes(10);
  await vi.advanceTimersByTimeAsync(60_000);
  fail();
  expect(call).toHaveBeenCalledTimes(11);
});

test('nothing is sent of who did not agree, or where nobody collects it', async () => {
  const refused = await reports(false);
  refused.reportUsage({ name: 'page_view' });
  refused.reportError({ code: 'unknown_ui_error', message: 'x' });
  document.head.replaceChildren();
  const uncollected = await reports();
  uncollected.reportUsage({ name: 'page_view' });
  uncollected.reportError({ code: 'unknown_ui_error', message: 'x' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(call).not.toHaveBeenCalled();
});

test('consent that is withdrawn in between counts', async () => {
  const module = await import('./reports.ts');
  let agreed = true;
  module.allowReports(() => agreed);
  module.reportUsage({ name: 'page_view' });
  agreed = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect(call).not.toHaveBeenCalled();
});
