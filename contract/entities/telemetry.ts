/**
 * Usage statistics and error reports (document 1 §2, document 3 §8.3). They are sent for people who agreed, where an operator
 * collects them, and hold nothing that names a person or a document.
 */
import { z } from 'zod';
import { currency, planCodes } from '#contract/plans.ts';
import { ownRoutes, routes } from '#contract/routes.ts';

const patterns = Object.values({ ...routes, ...ownRoutes })
  .map((path) => ({ test: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`), name: path.replaceAll(/\{\w+\}/g, ':id') }))
  // `/organizations/new` is no organization.
  .toSorted((a, b) => a.name.split(':id').length - b.name.split(':id').length);

/** Stands for every address that the app does not know. */
const otherPage = '/other';
const pageNames = [...new Set([...patterns.map(({ name }) => name), otherPage])];

/** The page of an address, with `:id` for identifiers: `/transaction/:id/editor`. */
export const pageNameOf = (path: string): string => patterns.find(({ test }) => test.test(path))?.name ?? otherPage;

/** Conversions by the time they take (document 3 §9). */
const conversionSpeeds = ['fast', 'average', 'slow'] as const;
const fastBelow = 2000;
const averageBelow = 5000;
export const conversionSpeedOf = (milliseconds: number): (typeof conversionSpeeds)[number] =>
  milliseconds < fastBelow ? 'fast' : milliseconds < averageBelow ? 'average' : 'slow';

const lengths = { message: 500, stack: 4000 } as const;

/** What stands between spaces, quotes and brackets. Found as a whole: a pattern of what is around an `@` takes quadratic time. */
const wordPattern = /[^\s<>"'(),;:]+/gu;
const hasAddress = (word: string): boolean => /[^@]@+[^@]/.test(word);
/** The fragment of an address: that of a direct link is its token. */
const withoutFragment = (word: string): string => (word.includes('/') && word.includes('#') ? word.slice(0, word.indexOf('#')) : word);

/** Removes e-mail addresses, identifiers, and queries and fragments, which may contain codes. */
export const maskText = (text: string): string =>
  text.replaceAll(wordPattern, (word) => (hasAddress(word) ? '***@***' : withoutFragment(word))).replaceAll(/\b[0-9a-f]{24}\b/g, ':id').replaceAll(/\?[^\s"')]*/g, '');

/** The name of a build, and nothing else. */
const versionPattern = /^[\w.+-]{1,64}$/;
const page = z.enum(pageNames);
const masked = (most: number) => z.string().transform((text) => maskText(text).slice(0, most));

export const usageEvent = z.object({
  name: z.enum(['page_view', 'conversion', 'purchase']),
  page,
  speed: z.enum(conversionSpeeds).optional(),
  plan: z.enum(planCodes).optional(),
  /** In cents. */
  amount: z.number().int().min(0).optional(),
  currency: z.literal(currency).optional(),
});
export type UsageEvent = z.output<typeof usageEvent>;

export const errorReport = z.object({
  code: z.string().regex(/^\w{1,64}$/),
  message: masked(lengths.message),
  stack: masked(lengths.stack).default(''),
  page,
  version: z.string().regex(versionPattern).nullable().default(null),
});

/** At most this many reports are sent per minute (document 3 §8.3), and this many events of usage at once. */
export const reportLimits = { errorsPerMinute: 10, eventsAtOnce: 20 } as const;
