/** What a willing person answers to each kind of field, so that every answer can be told from every other. */
import type { Field, TextFormat } from '#contract/entities/field.ts';

/** The day that every date gets, as people of the page's language type it. */
export const typedDay = '12/31/2026';
export const theDay = new Date(2026, 11, 31);

const byFormat: Record<TextFormat, (number: number) => string> = {
  email: (number) => `g${number}@example.com`,
  number: (number) => String(100 + number),
  letters: () => 'Grace',
  phone_number: (number) => `+1 202 555 ${String(1000 + number)}`,
  credit_card_number: () => '4111111111111111',
  social_security_number: () => '219-09-9999',
  date: () => typedDay,
  url: (number) => `https://example.com/${number}`,
  fullName: () => 'Grace Hopper',
};

/** A text for a field, different for each as far as its length allows it. */
export function answerFor({ textFormat, textMaxLength }: Pick<Field, 'textFormat' | 'textMaxLength'>, number: number): string {
  const answer = textFormat ? byFormat[textFormat](number) : `g${number.toString(36)}`.toUpperCase();
  return textMaxLength > 0 ? answer.slice(-textMaxLength) : answer;
}
