/** Networks of callers: what limits are counted by, and what is shown to people. */
import { isIP } from 'node:net';

const mapped = /^::ffff:([\d.]+)$/i;
const networkGroups = 4;

/**
 * The network that a caller is counted by: the address itself for IPv4, the /64 for IPv6, because one subscriber
 * gets at least a whole /64 (RFC 6177).
 */
export function networkOf(address: string): string {
  const [, ipv4] = mapped.exec(address) ?? [];
  if (ipv4 !== undefined || isIP(address) !== 6) return ipv4 ?? address;
  const [head = [], tail = []] = address.replace(/%.*$/, '').split('::').map((part) => part.split(':').filter(Boolean));
  const groups = address.includes('::') ? [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail] : [...head];
  return `${groups.slice(0, networkGroups).map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
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
