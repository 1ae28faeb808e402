/** How an organization presents itself in the mails and on the pages of its requests: name, colour, and words of its own in each language. */
import { z } from 'zod';
import { locales } from '#contract/languages.ts';
import { lengths } from '#contract/limits/lengths.ts';

/** Luminance as WCAG 2.2 defines it, of `#rrggbb`. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of white text on a colour (WCAG 2.2, 1.4.3). */
export const contrastWithWhite = (color: string): number => 1.05 / (luminance(color) + 0.05);
const leastContrast = 4.5;
const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);
export const isReadableColor = (text: string): boolean => isColor(text) && contrastWithWhite(text) >= leastContrast;

/** Of buttons with white text. */
const brandColor = z.string().trim().toLowerCase().refine(isReadableColor, 'Expected a colour like #0b5cad on which white text is readable');

/** Plain text. An empty one leaves the product's own. */
const brandText = z.object({
  /** The subject of invitations, unless the sender writes one. */
  subject: z.string().trim().max(lengths.title).default(''),
  /** The first paragraph of invitations and reminders. */
  intro: z.string().trim().max(lengths.brandIntro).default(''),
});
export type BrandText = z.output<typeof brandText>;

export const branding = z.object({
  /** Whether the mails and pages of its requests bear the name of the organization. */
  inMails: z.boolean().default(false),
  /** The name that mails bear; empty: the organization's. */
  name: z.string().trim().max(lengths.fullName).default(''),
  color: brandColor.nullable().default(null),
  /** By language. */
  texts: z.partialRecord(z.enum(locales), brandText).default({}),
});
export type Branding = z.output<typeof branding>;
/** How the sender's organization presents itself to recipients, on their pages. */
export const brand = z.object({
  name: z.string(),
  /** White text on it is readable. */
  color: z.string().nullable(),
  /** URL of a PNG. */
  logo: z.string().nullable(),
});
export type BrandView = z.output<typeof brand>;

export const plainBranding: Branding = branding.parse({});
