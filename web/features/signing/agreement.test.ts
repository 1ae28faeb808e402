// @vitest-environment node
import { expect, it } from 'vitest';
import { createField, type Field } from '#contract/entities/field.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import { agreedContent, isStillAgreed } from './agreement.ts';

const ada = { id: 'ada', email: 'ada@example.org', phone: null, role: '', signedFileIds: [], waitingFileIds: [] } as unknown as Recipient;
const field = (value: string, change: Partial<Field> = {}): Field => ({ ...createField({ id: 'a', page: 1, rect: { x: 1, y: 1, width: 20, height: 5 }, recipient: { email: ada.email }, value }), ...change });
const file = (value: string, version = 2, id = 'f') => ({ id, version, fields: [field(value), field(value === 'Yes' ? '2026-11-28' : value, { id: 'date', autoFill: 'date' as Field['autoFill'] })] });

const agreed = async () => ({ at: 0, transactionId: 't', title: '', signerId: 'ada', content: await agreedContent([file('Yes')], ada) });

it('goes on with what somebody agreed to', async () => {
  expect(await isStillAgreed(await agreed(), [file('Yes')], ada)).toBe(true);
  const today = { ...file('Yes'), fields: [field('Yes'), field('2026-11-29', { id: 'date', autoFill: 'date' as Field['autoFill'] })] };
  expect(await isStillAgreed(await agreed(), [today], ada)).toBe(true);
});

it('does not go on with another version, other words or a document more', async () => {
  for (const files of [[file('Yes', 3)], [file('No')], [file('Yes'), file('Yes', 2, 'g')]]) expect(await isStillAgreed(await agreed(), files, ada)).toBe(false);
});

it('does not go on for another recipient, though it is the same person', async () => {
  expect(await isStillAgreed(await agreed(), [file('Yes')], { ...ada, id: 'ada-again' })).toBe(false);
});

it('asks nothing anew about what they have signed already', async () => {
  expect(await isStillAgreed(await agreed(), [file('Yes'), file('Signed', 3, 'g')], { ...ada, signedFileIds: ['g'] })).toBe(true);
});
