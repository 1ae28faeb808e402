// @vitest-environment node
import { expect, it } from 'vitest';
import { counts } from '#contract/limits/counts.ts';
import { readPeople } from './bulk-people.ts';

const read = (text: string, without: string[] = []) => readPeople(text, { without, signal: new AbortController().signal, onProgress: () => undefined });

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
