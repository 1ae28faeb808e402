/**
 * Distinguishes public from reserved addresses, so that a server that fetches user-supplied URLs can't reach its
 * internal network (SSRF).
 */
import { BlockList, isIP } from 'node:net';

type Family = 'ipv4' | 'ipv6';
// Separate lists: a combined one would match an IPv4 address as its IPv4-mapped IPv6 form, all of which is
// reserved.
const reserved: Readonly<Record<Family, BlockList>> = { ipv4: new BlockList(), ipv6: new BlockList() };
const ranges: [string, number, Family][] = [
  ['0.0.0.0', 8, 'ipv4'], ['10.0.0.0', 8, 'ipv4'], ['100.64.0.0', 10, 'ipv4'], ['127.0.0.0', 8, 'ipv4'], ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'], ['192.0.0.0', 24, 'ipv4'], ['192.0.2.0', 24, 'ipv4'], ['192.88.99.0', 24, 'ipv4'], ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'], ['198.51.100.0', 24, 'ipv4'], ['203.0.113.0', 24, 'ipv4'], ['224.0.0.0', 3, 'ipv4'],
  // Of IPv6, only global unicast (2000::/3) is public, except ranges that embed or represent other networks.
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
