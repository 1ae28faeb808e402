/** Describes a client's device for people, no more precisely than they need. */
import Bowser from 'bowser';
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
