import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import type { Deployment } from '#contract/calls/feedback.calls.ts';
import { defaultPlan } from '#contract/plans.ts';
import { call } from '#web/services/api/call.ts';
import { AppError } from '#web/services/app-error.ts';
import type { Account } from './account.ts';
import { offersFor } from './money.ts';
import { SubscribeDialog } from './SubscribeDialog.tsx';

// jsdom has no CSS.escape, which the dialog's keyboard handling needs.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>().mockResolvedValue(undefined) }));

let root: Root | undefined;
afterEach(() => act(async () => root?.unmount()));

const button = (words: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words);
const press = (words: string) => act(async () => button(words)?.click());

test('choosing a plan without a card asks for one and then continues', async () => {
  const offer = offersFor('person', 'monthly').find(({ price }) => price !== null && price > 0)!;
  const account = { subscription: { plan: defaultPlan }, card: null, history: [] } as unknown as Account;
  const onChanged = vi.fn<() => void>();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(
    <SubscribeDialog offer={offer} members={1} account={account} deployment={{ paymentProvider: 'test' } as Deployment} orgId={undefined} onChanged={onChanged} onClose={() => undefined} onDone={() => undefined} />,
  ));
  await press('card.add');
  const number = [...document.querySelectorAll('input')].at(-1)!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(number, '4242 4242 4242 4242');
    number.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await press('card.save');
  expect(call).toHaveBeenCalledWith('billing.setPaymentMethod', { query: { orgId: undefined }, body: { token: '4242 4242 4242 4242' } });
  expect(onChanged).toHaveBeenCalledOnce();
  expect(button('card.save')).toBeUndefined();
});

test.each([['conflict', 1], ['card_error', 0]] as const)('%s loads the account again (%i)', async (code, times) => {
  vi.mocked(call).mockImplementation(async () => {
    throw new AppError(code);
  });
  const offer = offersFor('person', 'monthly').find(({ price }) => price !== null && price > 0)!;
  const account = { subscription: { plan: defaultPlan }, card: { brand: 'visa', cardLast4: '4242' }, history: [] } as unknown as Account;
  const onChanged = vi.fn<() => void>();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(
    <SubscribeDialog offer={offer} members={1} account={account} deployment={{ paymentProvider: 'test' } as Deployment} orgId={undefined} onChanged={onChanged} onClose={() => undefined} onDone={() => undefined} />,
  ));
  await act(async () => document.querySelector<HTMLFormElement>('#subscribe-form')?.requestSubmit());
  expect(onChanged).toHaveBeenCalledTimes(times);
});

test.each([
  ['a person without a trial so far', { trialDays: 14 }, false, undefined, true],
  ['a person whose trial is used', { trialDays: 14 }, true, undefined, false],
  ['an organization', { trialDays: 14 }, false, '1'.repeat(24), false],
  ['an installation without trials', { trialDays: 0 }, false, undefined, false],
] as const)('offers a trial to %s', async (_, deployment, enableTrialPeriod, orgId, offered) => {
  vi.mocked(call).mockReset().mockResolvedValue(undefined as never);
  const offer = offersFor('person', 'monthly').find(({ price }) => price !== null && price > 0)!;
  const account = { subscription: { plan: defaultPlan, enableTrialPeriod }, card: null, history: [] } as unknown as Account;
  const onDone = vi.fn<() => void>();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(
    <SubscribeDialog offer={offer} members={1} account={account} deployment={{ paymentProvider: 'test', ...deployment } as Deployment} orgId={orgId} onChanged={() => undefined} onClose={() => undefined} onDone={onDone} />,
  ));
  expect(button('trial.start') !== undefined).toBe(offered);
  if (!offered) return;
  await press('trial.start');
  expect(call).toHaveBeenCalledWith('billing.start', { query: { orgId: undefined }, body: { plan: offer.code, enableTrialPeriod: true } });
  expect(onDone).toHaveBeenCalledOnce();
});
