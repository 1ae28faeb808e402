// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { addressesIn } from './import-query.ts';

const data = (value: unknown) => new URLSearchParams({ data: Buffer.from(JSON.stringify(value)).toString('base64') });

describe('addresses of files to import in a query', () => {
  it.each([
    [new URLSearchParams('url=https%3A%2F%2Fexample.org%2Fa.pdf'), ['https://example.org/a.pdf']],
    [data({ fromQuery: true, document: { url: 'https://example.org/ä.pdf' } }), ['https://example.org/ä.pdf']],
    [data({ documents: ['https://example.org/1.pdf', { url: 'https://example.org/2.pdf' }, 7] }), ['https://example.org/1.pdf', 'https://example.org/2.pdf']],
    [new URLSearchParams('data=%%%'), []],
    [data('text'), []],
    [new URLSearchParams(), []],
  ])('%s', (query, addresses) => expect(addressesIn(query)).toEqual(addresses));
});
