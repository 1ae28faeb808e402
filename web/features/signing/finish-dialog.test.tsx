/** While a document is loading, its share is shown and signing can be canceled; what comes after can't. */
import { configureStore } from '@reduxjs/toolkit';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { expect, test, vi } from 'vitest';
import { errorTexts } from '#contract/errors.ts';
import { AppError } from '#web/services/app-error.ts';
import { currentLocation } from '#web/services/location.ts';
import { FinishDialog } from './FinishDialog.tsx';
import type { SignProgress, SignRun } from './sign-progress.ts';
import { signingSlice } from './signing.slice.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// jsdom has no CSS.escape, which dialogs use.
vi.stubGlobal('CSS', { escape: (text: string) => text });

const buttons = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')];
const named = (name: string): HTMLButtonElement | undefined => buttons().find(({ textContent }) => textContent === name);
const press = (name: string): Promise<void> => act(async () => named(name)?.click());
const alerts = (): string => document.querySelector('[role=dialog]')?.textContent ?? '';

/** The dialog with a run that the test reports for, and that ends when it is canceled. */
async function open() {
  const runs: { report: SignRun['onProgress']; signal: AbortSignal; onSignAgain: SignRun['onSignAgain']; fail: (error: AppError) => void }[] = [];
  const run = ({ onProgress, signal, onSignAgain }: SignRun): Promise<void> => {
    return new Promise((_, reject) => {
      runs.push({ report: onProgress, signal, onSignAgain, fail: reject });
      signal.addEventListener('abort', () => reject(new AppError('process_canceled')));
    });
  };
  const close = vi.fn<() => void>();
  const store = configureStore({ reducer: { signing: signingSlice.reducer } });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(
    <Provider store={store}>
      <FinishDialog isReady signer={null} advanced={() => null} needsAdvanced={false} run={run} onClose={close} />
    </Provider>,
  ));
  const tell = (progress: SignProgress): Promise<void> => act(async () => runs.at(-1)!.report(progress));
  return { runs, tell, close, unmount: () => act(async () => root.unmount()) };
}

const bar = (): Element | null => document.querySelector('[role=progressbar]');
const value = (): number => Number(bar()?.getAttribute('aria-valuenow'));

test('loading can be canceled and begun again', async () => {
  const { runs, tell, close, unmount } = await open();
  await press('sign');
  await tell({ step: 'loading', number: 1, total: 1, share: 0.5 });
  expect(bar()?.getAttribute('aria-valuenow')).toMatch(/^8\./);
  await press('finish.cancel');
  expect([bar(), alerts().includes('finish.failed'), close.mock.calls]).toEqual([null, false, []]);

  await press('sign');
  expect(runs.length).toBe(2);
  await tell({ step: 'signing', number: 1, total: 1 });
  expect([named('finish.cancel'), named('back')?.disabled]).toEqual([undefined, true]);
  await unmount();
});

test('it can be canceled before the first byte of a document has arrived', async () => {
  const { runs, unmount } = await open();
  await press('sign');
  await press('finish.cancel');
  expect([runs[0]?.signal.aborted, bar()]).toEqual([true, null]);
  await unmount();
});

test('the progress of several documents only grows', async () => {
  const { tell, unmount } = await open();
  await press('sign');
  const loading = [1, 2].flatMap((number): SignProgress[] => [0, 0.5, 1].map((share) => ({ step: 'loading', number, total: 2, share })));
  const steps = ['enrolling', 'preparing', 'signing', 'timestamp', 'sending'] as const;
  const signing = [1, 2].flatMap((number) => steps.map((step): SignProgress => ({ step, number, total: 2 })));
  const values = [value()];
  for (const progress of [...loading, ...signing]) {
    await tell(progress);
    values.push(value());
  }
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  expect(new Set(values).size).toBeGreaterThan(steps.length * 2);
  const end = value();
  // After a refusal the run begins again.
  await tell({ step: 'loading', number: 1, total: 1, share: 0 });
  expect(value()).toBe(end);
  await unmount();
});

test('a page that is left while documents are loading ends the signing', async () => {
  const { runs, tell, unmount } = await open();
  await press('sign');
  await tell({ step: 'loading', number: 1, total: 1, share: 0.2 });
  await unmount();
  expect(runs[0]?.signal.aborted).toBe(true);
});

test('says how the search for the location goes', async () => {
  let answer: (code: number | null) => void = () => undefined;
  vi.stubGlobal('navigator', {
    ...navigator, geolocation: {
      getCurrentPosition: (found: (position: object) => void, failed: (error: object) => void) => {
        answer = (code) => (code === null ? found({ coords: { latitude: 1, longitude: 2 } }) : failed({ code, PERMISSION_DENIED: 1 }));
      },
    },
  });
  const store = configureStore({ reducer: { signing: signingSlice.reducer } });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const run = async (): Promise<void> => void (await currentLocation());
  await act(async () => root.render(
    <Provider store={store}>
      <FinishDialog asksPlace isReady signer={null} advanced={() => null} needsAdvanced={false} run={run} onClose={() => undefined} />
    </Provider>,
  ));
  expect(alerts()).toContain('place.request');
  const said = document.querySelector('[role=dialog] [role=status]');
  await press('sign');
  // Only a change of an element that was there is announced.
  expect(said?.textContent).toBe('place.pending');
  await act(async () => answer(1));
  expect(alerts()).toContain('place.denied');
  await press('tryAgain');
  expect(alerts()).not.toContain('place.denied');
  await act(async () => answer(null));
  expect(alerts()).toContain('place.found');
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
  vi.stubGlobal('CSS', { escape: (text: string) => text });
});

test('a key that needs the person signs again only when they agree', async () => {
  const { runs, tell, unmount } = await open();
  await press('sign');
  await tell({ step: 'sending', number: 1, total: 1 });
  const answers: string[] = [];
  const ask = (): Promise<void> => act(async () => {
    runs[0]!.onSignAgain().then(() => answers.push('agreed'), ({ code }: AppError) => answers.push(code));
  });
  await ask();
  expect([alerts().includes('finish.again'), bar()]).toEqual([true, null]);
  await press('finish.signAgain');
  expect([answers, alerts().includes('finish.again'), bar() === null]).toEqual([['agreed'], false, false]);
  await ask();
  await press('finish.cancel');
  expect(answers).toEqual(['agreed', 'process_canceled']);
  await unmount();
});

test('whoever is asked for other fields since others signed goes back to them', async () => {
  const { runs, close, unmount } = await open();
  await press('sign');
  await act(async () => runs[0]!.fail(new AppError('conflict', { details: { fileId: 'f', reason: 'fields' } })));
  expect([alerts().includes('finish.changed'), named('tryAgain')]).toEqual([true, undefined]);
  await press('finish.look');
  expect(close).toHaveBeenCalledOnce();
  await unmount();
});

test('a core that hung does not look as if the server were away, for which signing waits', async () => {
  const { runs, unmount } = await open();
  await press('sign');
  await act(async () => runs[0]!.fail(new AppError('request_timeout_error', { message: errorTexts.taskTimeout })));
  expect([alerts().includes('finish.failed'), alerts().includes('finish.away')]).toEqual([true, false]);
  await press('tryAgain');
  await act(async () => runs[1]!.fail(new AppError('request_timeout_error', { status: 408 })));
  expect(alerts()).toContain('finish.away');
  await unmount();
});

test('a step that goes on beside one that failed does not look as if signing were running', async () => {
  const { runs, tell, close, unmount } = await open();
  await press('sign');
  await act(async () => runs[0]!.fail(new AppError('unknown_network_error')));
  await tell({ step: 'signing', number: 1, total: 1 });
  expect(bar()).toBeNull();
  await press('back');
  expect(close).toHaveBeenCalledOnce();
  await unmount();
});

test('what somebody agreed to before goes on once: whoever went back presses Sign again', async () => {
  const run = vi.fn<() => Promise<void>>(async () => {
    throw new AppError('conflict');
  });
  const store = configureStore({ reducer: { signing: signingSlice.reducer } });
  const Desk = () => {
    const [isAgreed, setAgreed] = useState(true);
    const [isOpen, setOpen] = useState(true);
    const dialog = <FinishDialog isReady signer={null} advanced={() => null} needsAdvanced={false} run={run} continues={isAgreed} onContinued={() => setAgreed(false)} onClose={() => setOpen(false)} />;
    return isOpen ? dialog : <button onClick={() => setOpen(true)}>finish</button>;
  };
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Provider store={store}><Desk /></Provider>));
  expect(run).toHaveBeenCalledOnce();
  await press('back');
  await act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'finish')?.click());
  expect([named('sign')?.disabled, run.mock.calls.length]).toEqual([false, 1]);
  await act(async () => root.unmount());
});

test('does not go on while something required is not attached', async () => {
  const run = vi.fn<() => Promise<void>>(async () => undefined);
  const store = configureStore({ reducer: { signing: signingSlice.reducer } });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Provider store={store}><FinishDialog isReady lacksAttachment continues signer={null} advanced={() => null} needsAdvanced={false} run={run} onClose={() => undefined} /></Provider>));
  expect(run).not.toHaveBeenCalled();
  await act(async () => root.unmount());
});
