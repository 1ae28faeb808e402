import { expect, test } from 'vitest';
import { changesOf, reportOf } from './report.ts';

const pictures = (content: Readonly<Record<string, string>>): Map<string, Buffer> => new Map(Object.entries(content).map(([query, bytes]) => [query, Buffer.from(bytes)]));

test('a page that looks different, a new one and one that is gone are changes; the others are not', () => {
  const before = pictures({ '?component=Same': 'same', '?component=Other': 'before', '?component=Gone': 'gone' });
  const after = pictures({ '?component=Same': 'same', '?component=Other': 'after', '?component=New': 'new' });
  const changes = changesOf(before, after);
  expect(changes.map(({ query }) => query)).toEqual(['?component=Other', '?component=Gone', '?component=New']);
  const report = reportOf(changes);
  expect(report).toContain(Buffer.from('after').toString('base64'));
  expect(report.match(/<i>none<\/i>/g)).toHaveLength(2);
});

test('the report shows names of examples as text', () => {
  expect(reportOf([{ query: '?example=<script>', before: undefined, after: Buffer.from('') }])).not.toContain('<script>');
});
