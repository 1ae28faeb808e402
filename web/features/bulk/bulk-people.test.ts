// @vitest-environment node
import { expect, it, vi } from 'vitest';
import { createField, type Field } from '#contract/entities/field.ts';
import { counts } from '#contract/limits/counts.ts';
import { isSendable, readPeople } from './bulk-people.ts';

// What the document core checks is tested with the server, which uses the same rules.
vi.mock('#web/services/engine/core/engine.service.ts', () => ({
  withEngine: (ask: (engine: object) => unknown) => ask({ checkText: async (_: string, text: string) => (text.includes('@') ? [] : [{ code: 'wrong_form' }]), checkNumber: async () => null, applyRules: async ([{ value }]: [{ value: string }]) => [{ text: `${value}.00` }] }),
}));

const readList = (text: string, fields: Field[] = [], without: string[] = []) => readPeople(text, { without, fields, signal: new AbortController().signal, onProgress: () => undefined });
const read = async (text: string, without: string[] = []) => (await readList(text, [], without)).people;

it.each([
  ['headings', 'First name,Last name,E-mail\nAda,Byron,ada@example.org', 'Ada', 'Byron'],
  ['headings in German', 'E-Mail-Adresse;Vorname;Nachname\nada@example.org;Ada;Byron', 'Ada', 'Byron'],
  ['one column for the name', 'name,email\nAda King Byron,ada@example.org', 'Ada King', 'Byron'],
  ['no headings', 'Ada,Byron,ada@example.org', 'Ada', 'Byron'],
  ['addresses alone', 'ada@example.org', null, null],
])('%s', async (_, text, firstName, lastName) => {
  expect(await read(text)).toMatchObject([{ email: 'ada@example.org', firstName, lastName, problem: null }]);
});

it('reports the problem and the line of each row', async () => {
  const people = await read('email,name\nada@example.org,Ada\n,Nobody\nada,Ada\nADA@example.org,Ada again\nbob@example.org,Bob\u202E\ncc@example.org,Copy', ['cc@example.org']);
  expect(people.map(({ line, problem }) => [line, problem])).toEqual([
    [2, null], [3, 'fields_empty'], [4, 'email_validation'], [5, 'match_recipient'], [6, 'names_validation'], [7, 'match_recipient'],
  ]);
});

it('accepts the maximum for one bulk send and marks the rest', async () => {
  const text = Array.from({ length: counts.bulkRecipients + 2 }, (_, number) => `a${number}@example.org`).join('\n');
  const people = await read(text);
  expect(people.filter(({ problem }) => problem === null)).toHaveLength(counts.bulkRecipients);
  expect(people.at(-1)?.problem).toBe('too_many');
});

it('yields to the page while reading and can be stopped', async () => {
  const text = Array.from({ length: 3000 }, (_, number) => `a${number}@example.org`).join('\n');
  const controller = new AbortController();
  const shares: number[] = [];
  const reading = readPeople(text, {
    without: [],
    fields: [],
    signal: controller.signal,
    onProgress: (share) => {
      shares.push(share);
      if (shares.length === 2) controller.abort();
    },
  });
  await expect(reading).rejects.toThrow();
  expect(shares).toHaveLength(2);
});

it('an empty file has no recipients', async () => expect(await read('')).toEqual([]));

const rect = { x: 10, y: 10, width: 20, height: 3 };
const named = (tooltip: string, more: object = {}) => createField({ id: tooltip, page: 1, rect, tooltip, ...more });
const number = { decimals: 2, decimalSign: '.', grouping: '', currency: null, prefix: '', suffix: '', min: null, max: null };
const fields = [
  named('Start of work', { type: 'date', dateFormat: 'DD.MM.YYYY' }), named('Salary', { rules: { number } }), named('Full time', { type: 'checkmark' }), named('E-mail', { textFormat: 'email' }),
  named('City', { options: ['Paris', 'Rome'] }), named('Signature', { type: 'signature' }), named('Code', { textMaxLength: 3 }),
];

it('columns fill the fields of their names; the others are said', async () => {
  const { people, columns } = await readList('Name,E-Mail,start of  work,SALARY,full-time,Car\nAda Byron,ada@example.org,2026-02-01,1000,x,Yes\nBea Zuse,bea@example.org,,,no,', fields);
  expect(people.map(({ values, wrongValues }) => [values, wrongValues])).toEqual([
    [{ 'E-mail': 'ada@example.org', 'Start of work': '01.02.2026', 'Salary': '1000.00', 'Full time': true }, []], [{ 'E-mail': 'bea@example.org', 'Full time': false }, []],
  ]);
  expect(columns.filled.map(({ name }) => name)).toEqual(['E-mail', 'Start of work', 'Salary', 'Full time']);
  expect([columns.unknown, columns.missing]).toEqual([['Car'], ['City', 'Code']]);
});

it('a value that does not fit is said with its column, and nothing is sent to the person', async () => {
  const { people } = await readList('E-mail,Start of work,Full time,City,Code\nada@example.org,30.02.2026,perhaps,Oslo,ABCD\nbea@example.org,28.02.2026,,Rome,ABC', fields);
  expect(people.map(({ line, wrongValues }) => [line, wrongValues])).toEqual([
    [2, [{ column: 'Start of work', problem: 'not_a_date' }, { column: 'Full time', problem: 'wrong_form' }, { column: 'City', problem: 'no_option' }, { column: 'Code', problem: 'too_long' }]], [3, []],
  ]);
  expect(people.map(isSendable)).toEqual([false, true]);
});

it('a list without headings fills nothing', async () => {
  const { people, columns } = await readList('Ada,Byron,ada@example.org', fields);
  expect([people[0]?.values, columns.filled]).toEqual([{}, []]);
});
