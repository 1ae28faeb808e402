/** The name that a visitor has entered, while they prove their address on the page of the sign-in. */
import type { z } from 'zod';
import { directLinkUse } from '#contract/entities/direct-link.ts';

const STORAGE_KEY = 'countersign.direct-link';
export type BegunUse = z.output<typeof directLinkUse>;

export const storeBegun = (use: BegunUse): void => sessionStorage.setItem(STORAGE_KEY, JSON.stringify(use));

/** Once: a page that is loaded again asks first. */
export const takeBegun = (token: string): BegunUse | null => {
  const text = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  const use = text === null ? null : directLinkUse.safeParse(JSON.parse(text)).data;
  return use?.token === token ? use : null;
};
