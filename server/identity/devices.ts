/** Describes a client's device and network for people, no more precisely than they need. */
import Bowser from 'bowser';
import { isIP } from 'node:net';
import type { Device } from '#contract/entities/session.ts';

/** User agents are cut at this length before parsing. */
export const longestUserAgent = 512;

const kinds: Readonly<Record<string, Device['kind']>> = { desktop: 'computer', mobile: 'phone', tablet: 'tablet' };

export function deviceOf(userAgent: string): Device {
  const text = userAgent.slice(0, longestUserAgent);
  if (text.trim() === '') return { kind: 'unknown', browser: null, system: null };
  const { browser, os, platform } = Bowser.parse(text);
  return { kind: kinds[platform.type ?? ''] ?? 'unknown', browser: browser.name || null, system: os.name || null };
}

/** Returns the network of an address, 203.0.113.0/24 or 2001:db8:1::/48: the region, not the household. */
export function shortNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (isIP(plain) !== 6) return '';
  const [head = '', tail] = plain.split('::');
  const groups = head.split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...(tail ?? '').split(':').filter(Boolean)];
  const first = all.slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16));
  while (first.at(-1) === '0') first.pop();
  return `${first.join(':')}::/48`;
}
