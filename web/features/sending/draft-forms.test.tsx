/** What the sender can set for a request, besides its people. */
import { act, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { usualReminders, type ReminderPlan } from '#contract/entities/reminder.ts';
import { transactionMessage, transactionOptions, type TransactionOptions } from '#contract/entities/transaction.ts';
import { planContents } from '#contract/plans.ts';
import { MessageForm } from './MessageForm.tsx';
import { OptionsForm } from './OptionsForm.tsx';
import { RemindersForm } from './RemindersForm.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

async function show(element: ReactElement): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(element));
}

const none = transactionOptions.parse({});
const boxes = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].filter((box) => !nameOf(box).startsWith('reminders.'));
const nameOf = (box: HTMLInputElement): string => box.closest('label')?.textContent ?? '';
/** Texts are their keys here. */
const boxOf = (key: string): HTMLInputElement => boxes().find((box) => nameOf(box).startsWith(key))!;
const boxNamed = (option: string): HTMLInputElement => boxOf(`options.${option}`);

const [sharing, key] = [['allowSignerReassignment', 'includeFileAudit'], 'requireLocalCertificate'];
const ofSender = [...sharing, 'allowBulkUsage', 'requirePasswordProtection', 'requireRecipientLocation', key];
const ofOtherAuthorities = ['requireCertificateContactMatch', 'requireQualifiedCertificate', 'requireSmartCard'];

const options = (given: Partial<TransactionOptions>, trustsOthers: boolean, toSend: boolean, onOptions = vi.fn<(options: TransactionOptions) => void>()) => (
  <OptionsForm options={{ ...none, ...given }} flags={null} trustsOthers={trustsOthers} onOptions={onOptions} reminders={null} onReminders={() => undefined} {...(toSend && { onExpiresAt: () => undefined })} />
);

test.each([
  ['a request', {}, false, true, ofSender],
  ['a template', {}, false, false, [...sharing, key]],
  ['a request, where other authorities are trusted', {}, true, true, [...ofSender, ...ofOtherAuthorities]],
  ['a request that needs a card, where other authorities are not trusted any more', { requireSmartCard: true }, false, true, [...ofSender, 'requireSmartCard']],
])('options of %s', async (_what, given, trustsOthers, toSend, names) => {
  await show(options(given, trustsOthers, toSend));
  expect(boxes().map((box) => nameOf(box).split('options.')[1])).toEqual(names);
});

test('each box changes its option only', async () => {
  const onOptions = vi.fn<(options: TransactionOptions) => void>();
  await show(options({}, true, true, onOptions));
  for (const box of boxes()) await act(async () => box.click());
  const changed = onOptions.mock.calls.map(([next]) => Object.entries(next).filter(([, on]) => on).map(([option]) => option));
  expect(changed.flat().toSorted()).toEqual(Object.keys(none).toSorted());
  expect(changed.every((each) => each.length === 1)).toBe(true);
});

test('what the plan lacks can be seen, and not chosen unless it is in use', async () => {
  const flags = { ...planContents.Essentials.switches, allowResourceCreation: true };
  await show(<OptionsForm options={{ ...none, requireSmartCard: true }} flags={flags} trustsOthers reminders={null} onOptions={() => undefined} onReminders={() => undefined} />);
  expect(boxNamed('requireQualifiedCertificate').disabled).toBe(true);
  expect(boxNamed('requireSmartCard').disabled).toBe(false);
});

test('what needs PDFs can\'t be chosen for a page, and can be undone where it was chosen before', async () => {
  const onOptions = vi.fn<(options: TransactionOptions) => void>();
  await show(<OptionsForm options={{ ...none, requirePasswordProtection: true }} flags={null} trustsOthers reminders={null} notForPages="PDFs only" onExpiresAt={() => undefined} onOptions={onOptions} onReminders={() => undefined} />);
  expect(boxes().filter((box) => box.disabled)).toEqual([boxNamed('allowBulkUsage')]);
  expect(document.body.textContent?.split('PDFs only')).toHaveLength(3);
  await act(async () => boxNamed('requirePasswordProtection').click());
  expect(onOptions).toHaveBeenCalledWith(none);
});

test('the signed documents are attached unless the sender says no', async () => {
  const onMessage = vi.fn<(message: object) => void>();
  await show(<MessageForm name="Lease" message={transactionMessage.parse({})} onName={() => undefined} onMessage={onMessage} />);
  const box = boxOf('message.attach');
  expect(box.checked).toBe(true);
  await act(async () => box.click());
  expect(onMessage).toHaveBeenCalledWith({ title: '', body: '', attachSignedFiles: false, reminders: null });
});

test('automatic reminders are off, then usual, then as chosen', async () => {
  const onReminders = vi.fn<(reminders: ReminderPlan | null) => void>();
  const form = (reminders: ReminderPlan | null) => <RemindersForm reminders={reminders} isIncluded onReminders={onReminders} />;
  await show(form(null));
  const [box] = document.querySelectorAll<HTMLInputElement>('input[type=checkbox]');
  expect([box!.checked, document.body.textContent]).toEqual([false, expect.not.stringContaining('reminders.first')]);
  await act(async () => box!.click());
  expect(onReminders).toHaveBeenLastCalledWith(usualReminders);
  await act(async () => root?.render(form({ ...usualReminders, everyDays: 4 })));
  expect(document.body.textContent).toContain('reminders.every');
  expect(document.body.textContent).toContain('4 days');
  await act(async () => box!.click());
  expect(onReminders).toHaveBeenLastCalledWith(null);
});
