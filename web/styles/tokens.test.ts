// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { compile } from 'sass';
import { fileURLToPath } from 'node:url';

const { css } = compile(fileURLToPath(new URL('./tokens.scss', import.meta.url)));

/** The custom properties of the last block with this selector. */
const tokensOf = (selector: string): Record<string, string> => {
  const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, name]) => name?.trim() === selector);
  const lines = blocks.flatMap(([, , body]) => [...(body ?? '').matchAll(/(--[\w-]+):\s*([^;]+);/g)]);
  return Object.fromEntries(lines.map(([, name, value]) => [name ?? '', value ?? '']));
};

const light = tokensOf(':root');
const themes = { light, dark: { ...light, ...tokensOf(":root[data-theme=dark]") } };

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string) => {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};

const surfaces = ['page', 'sunken', 'raised'];
const meanings = ['success', 'attention', 'negative', 'secondary'];
/** Text and what it stands on. */
const pairs: [string, string][] = [
  ...surfaces.flatMap((surface) => ['ink', 'ink-2', 'accent', ...meanings].map((text): [string, string] => [text, surface])),
  ...meanings.map((meaning): [string, string] => [meaning, `${meaning}-soft`]),
  ...meanings.map((meaning): [string, string] => ['ink', `${meaning}-soft`]),
  ['ink', 'hover'], ['ink-2', 'hover'], ['accent', 'accent-soft'], ['ink', 'accent-soft'], ['ink-2', 'accent-soft'],
  ['on-accent', 'accent'], ['on-accent', 'accent-hover'], ['on-negative', 'negative'], ['on-negative', 'negative-hover'],
  ['on-highlight', 'highlight'], ['page', 'ink'],
];

describe.each(Object.entries(themes))('the %s theme', (_, tokens) => {
  const color = (name: string) => tokens[`--color-${name}`] ?? '';

  it.each(pairs)('%s on %s has AA contrast', (text, surface) => expect(contrast(color(text), color(surface))).toBeGreaterThanOrEqual(4.5));

  it.each(surfaces)('borders of inputs are visible on %s', (surface) =>
    expect(contrast(color('line-strong'), color(surface))).toBeGreaterThanOrEqual(3));
});

it('has the two background colours of the specification', () => {
  expect(themes.light['--color-page']).toBe('#ffffff');
  expect(themes.dark['--color-page']).toBe('#32383d');
});

it('has readable initials on each recipient and avatar colour', () => {
  const names = [...Array.from({ length: 8 }, (_, index) => `--recipient-${index + 1}`), ...[9, 10, 11, 12].map((index) => `--avatar-${index}`)];
  for (const name of names) expect(contrast(light[name] ?? '', light['--on-recipient'] ?? '')).toBeGreaterThanOrEqual(4.5);
});
