import { directLinkSettings, type DirectLink, type DirectLinkSettings } from '#contract/entities/direct-link.ts';
import { counts } from '#contract/limits/counts.ts';

export const settingsOf = ({ enabled, maxUses, expiresAt, oncePerPerson }: DirectLink): DirectLinkSettings => ({ enabled, maxUses, expiresAt, oncePerPerson });

/** The number that was entered; null for any number, undefined for what is none. */
export function mostUsesOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  return /^\d{1,9}$/.test(text.trim()) ? directLinkSettings.shape.maxUses.safeParse(Number(text)).data : undefined;
}

export const mostUses = counts.directLinkUses;
