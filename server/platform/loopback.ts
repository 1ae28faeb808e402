/** Loopback addresses: of this machine, reached without a network. */
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** Whether a URL (`https://host:port`) has a loopback host. */
export const isLoopbackUrl = (url: string): boolean => isLoopbackName(new URL(url).hostname);

export const isLoopbackAddress = (address: string): boolean => loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4');

export function isLoopbackName(name: string): boolean {
  const address = name.replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || (isIP(address) > 0 && isLoopbackAddress(address));
}
