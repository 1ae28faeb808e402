// @vitest-environment node
import { expect, it } from 'vitest';
import { targetOf } from './redirect-target.ts';

const origin = 'https://sign.example.org';
it.each([
  ['/files?search=a#b', { kind: 'inside', path: '/files?search=a#b' }],
  [`${origin}/profile`, { kind: 'inside', path: '/profile' }],
  ['https://example.com/x', { kind: 'outside', address: 'https://example.com/x', host: 'example.com' }],
  ['//example.com', { kind: 'outside', address: 'https://example.com/', host: 'example.com' }],
  ['/.//example.com/x', { kind: 'inside', path: '/example.com/x' }],
  ['/files/..//\\example.com', { kind: 'inside', path: '/example.com' }],
  [`${origin}//example.com`, { kind: 'inside', path: '/example.com' }],
  ['javascript:alert(1)', null], ['data:text/html,x', null], ['https://', null], [null, null], ['', null],
])('%s', (wanted, target) => expect(targetOf(wanted, origin)).toEqual(target));
