import { readFileSync } from 'node:fs';

/**
 * The most memory this process has held, in bytes. Linux tells it as `VmHWM`; `maxRSS` is not used there, because it begins
 * with what the process held that started this one.
 */
export function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error('/proc/self/status tells no VmHWM');
  return Number(kilobytes) * 1024;
}
