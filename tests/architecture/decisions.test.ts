/** docs/decisions: every note has its own number and a date, and the index lists it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/shared.ts';

const folder = join(root, 'docs', 'decisions');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const notes = readdirSync(folder).filter((name) => name !== 'README.md').toSorted();

test('the notes are numbered from 0001 without gaps or duplicates', () => {
  expect(notes.filter((name) => !/^\d{4}(-[a-z0-9]+)+\.md$/.test(name))).toEqual([]);
  expect(notes.map((name) => Number(name.slice(0, 4)))).toEqual(notes.map((_, at) => at + 1));
});

test.each(notes)('%s has a title, a date and the three parts', (name) => {
  const note = read(name);
  const date = /^# .+\n\nDate: (\d{4}-\d{2}-\d{2})\n\n/.exec(note)?.[1] ?? '';
  expect(Date.parse(date)).not.toBeNaN();
  expect(['Context', 'Decision', 'Consequences'].filter((part) => !note.includes(`**${part}.**`))).toEqual([]);
});

test('the index lists each note once, under its title', () => {
  const entries = [...read('README.md').matchAll(/^- (\d{4}) \[(.+)\]\((.+)\): /gm)].map(([, number, title, name]) => [number, title, name]);
  const expected = notes.map((name) => [name.slice(0, 4), /^# (.+)$/m.exec(read(name))?.[1], name]);
  expect(entries.toSorted()).toEqual(expected);
});
