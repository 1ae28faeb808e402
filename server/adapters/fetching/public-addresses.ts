/** Which addresses belong to the open network. A server that fetches what strangers name must not reach its own neighbours. */
import { BlockList, isIP } from 'node:net';

type Family = 'ipv4' | 'ipv6';
// Apart, because a list would take an IPv4 address for its mapped form in IPv6, none of which is public.
const reserved: Readonly<Record<Family, BlockList>> = { ipv4: new BlockList(), ipv6: new BlockList() };
const ranges: [string, number, Family][] = [
  ['0.0.0.0', 8, 'ipv4'], ['10.0.0.0', 8, 'ipv4'], ['100.64.0.0', 10, 'ipv4'], ['127.0.0.0', 8, 'ipv4'], ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'], ['192.0.0.0', 24, 'ipv4'], ['192.0.2.0', 24, 'ipv4'], ['192.88.99.0', 24, 'ipv4'], ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'], ['198.51.100.0', 24, 'ipv4'], ['203.0.113.0', 24, 'ipv4'], ['224.0.0.0', 3, 'ipv4'],
  // Only global unicast (2000::/3) is public in IPv6, and of it not what wraps or stands for other networks.
  ['::', 3, 'ipv6'], ['4000::', 2, 'ipv6'], ['8000::', 1, 'ipv6'],
  ['2001::', 23, 'ipv6'], ['2001:db8::', 32, 'ipv6'], ['2002::', 16, 'ipv6'], ['3fff::', 20, 'ipv6'],
];
for (const range of ranges) reserved[range[2]].addSubnet(...range);

export const openNetwork = {
  contains(address: string): boolean {
    const version = isIP(address);
    const family = version === 4 ? 'ipv4' : 'ipv6';
    return version !== 0 && !reserved[family].check(address, family);
  },
};
