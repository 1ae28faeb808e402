/**
 * Numbers in a text that are nobody else's business: of payment cards (ISO/IEC 7812-1, with their check digit) and of US social
 * security. What only looks like one is told from it as far as a number tells.
 */
const sensitiveKinds = ['card', 'socialSecurity'] as const;
export type SensitiveKind = (typeof sensitiveKinds)[number];

/** Between digits: one space or dash. */
const cardPattern = /(?<![\d.,-])\d(?:[ -]?\d){12,18}(?![\d-])/g;
/** With separators only: nine digits in a row are most often something else. */
const socialPattern = /(?<![\d-])(?!000|666|9)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?![\d-])/g;
/** Numbers that were printed in advertisements. */
const knownSocial: readonly string[] = ['078051120', '219099999'];

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Luhn's algorithm. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The first digit is that of banking and travel; zeros alone pass the check. */
const isCard = (digits: string): boolean => /^[2-6]/.test(digits) && hasCheckDigit(digits);

export function sensitiveIn(text: string): SensitiveKind[] {
  const found = {
    card: (text.match(cardPattern) ?? []).some((match) => isCard(digitsOf(match))),
    socialSecurity: (text.match(socialPattern) ?? []).some((match) => !knownSocial.includes(digitsOf(match))),
  };
  return sensitiveKinds.filter((kind) => found[kind]);
}
