import type { RecipientInput } from '#contract/entities/recipient.ts';
import { byPlace, inSigningOrder } from '#contract/entities/signing-order.ts';

type People = readonly RecipientInput[];

/** The others at the same place, who are asked at the same time. */
export function besides(recipients: People, index: number): RecipientInput[] {
  const person = recipients[index];
  return person ? (byPlace(recipients).find((group) => group.includes(person)) ?? []).filter((each) => each !== person) : [];
}

/** Whom a person would join: those at the place before theirs. */
export function placeBefore(recipients: People, index: number): RecipientInput[] {
  const person = recipients[index];
  const groups = byPlace(recipients);
  const at = groups.findIndex((group) => person && group.includes(person));
  return groups[at - 1] ?? [];
}

/** Moves a person to a position of the list: between two people who are asked at the same time, they join them. */
export function moveTo(recipients: People, from: number, to: number): RecipientInput[] {
  const person = recipients[from];
  if (!person) return [...recipients];
  const groups = byPlace(recipients.filter((each) => each !== person));
  let begin = 0;
  for (const [index, group] of groups.entries()) {
    if (to === begin) return inSigningOrder(groups.toSpliced(index, 0, [person]));
    if (to < begin + group.length) return inSigningOrder(groups.with(index, group.toSpliced(to - begin, 0, person)));
    begin += group.length;
  }
  return inSigningOrder([...groups, [person]]);
}

/** Moves a person before or after the neighbouring place; one of several at a place gets a place of their own first. */
export function moveBy(recipients: People, index: number, by: -1 | 1): RecipientInput[] {
  const person = recipients[index];
  const groups = byPlace(recipients);
  const at = groups.findIndex((group) => person && group.includes(person));
  const group = groups[at];
  if (!person || !group) return [...recipients];
  if (group.length === 1) return inSigningOrder(groups.toSpliced(at, 1).toSpliced(Math.max(0, at + by), 0, group));
  const others = group.filter((each) => each !== person);
  return inSigningOrder(groups.toSpliced(at, 1, ...(by < 0 ? [[person], others] : [others, [person]])));
}

/** Gives a person the place of another, so that both are asked at the same time. */
export function join(recipients: People, index: number, other: RecipientInput): RecipientInput[] {
  const person = recipients[index];
  if (!person || person === other) return [...recipients];
  const groups = byPlace(recipients).map((group) => group.filter((each) => each !== person));
  return inSigningOrder(groups.map((group) => (group.includes(other) ? [...group, person] : group)).filter((group) => group.length > 0));
}

export const isAtOnce = (recipients: People): boolean => recipients.length > 1 && byPlace(recipients).length === 1;
export const allAtOnce = (recipients: People): RecipientInput[] => inSigningOrder([recipients]);
export const oneByOne = (recipients: People): RecipientInput[] => inSigningOrder(recipients.map((each) => [each]));
/** The order after people were added or removed. */
export const settled = (recipients: People): RecipientInput[] => inSigningOrder(byPlace(recipients));
