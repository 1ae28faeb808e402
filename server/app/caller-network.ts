/**
 * The network that a caller is counted by: the address itself for IPv4, the /64 for IPv6, because one subscriber
 * gets at least a whole /64 (RFC 6177).
 */
import { isIP } from 'node:net';

const mapped = /^::ffff:([\d.]+)$/i;
const networkGroups = 4;

export function networkOf(address: string): string {
  const [, ipv4] = mapped.exec(address) ?? [];
  if (ipv4 !== undefined || isIP(address) !== 6) return ipv4 ?? address;
  const [head = [], tail = []] = address.replace(/%.*$/, '').split('::').map((part) => part.split(':').filter(Boolean));
  const groups = address.includes('::') ? [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail] : [...head];
  return `${groups.slice(0, networkGroups).map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
