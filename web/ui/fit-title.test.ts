// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { fitTitle } from './fit-title.ts';

/** Every character has width 1. */
const measure = (text: string) => text.length;
const title = 'Lease agreement for the flat in Baker Street, second floor 2026.pdf';

describe('fitTitle', () => {
  it('leaves a title that fits', () => expect(fitTitle('W-9.pdf', 20, measure)).toBe('W-9.pdf'));

  it('keeps start and end and shortens between words', () => {
    expect(fitTitle(title, 40, measure)).toBe('Lease agreement for the…floor 2026.pdf');
    expect(fitTitle(title, 24, measure)).toBe('Lease…floor 2026.pdf');
  });

  it.each([60, 45, 33, 25, 22])('is never wider than %i', (width) => expect(fitTitle(title, width, measure).length).toBeLessThanOrEqual(width));

  it('cuts a single long word', () => {
    const cut = fitTitle('Donaudampfschifffahrtsgesellschaftskapitänsvertrag.pdf', 30, measure);
    expect(cut).toHaveLength(30);
    expect(cut).toMatch(/^Donau.*….*vertrag\.pdf$/);
  });

  it('drops the end before it cuts the first word', () => expect(fitTitle('Draft agreement.pdf', 15, measure)).toBe('Draft…pdf'));

  it('keeps the extension even if the end does not fit', () => expect(fitTitle('irs_f9000.pdf', 9, measure)).toBe('irs…pdf'));

  it('does not shorten before the width is known', () => expect(fitTitle(title, 0, measure)).toBe(title));
});
