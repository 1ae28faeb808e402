/**
 * The signing order. Recipients with the same place are asked at once; each place is asked when the one before it is complete.
 */
interface Placed {
  signingOrder?: number | null | undefined;
}

interface Participant extends Placed {
  completed: boolean;
  removed: boolean;
}

/** The place of each recipient, from 1. Whoever has no number comes after the one before them in the list. */
export function placesOf(recipients: readonly Placed[]): number[] {
  const numbers: number[] = [];
  for (const { signingOrder } of recipients) numbers.push(signingOrder ?? (numbers.at(-1) ?? 0) + 1);
  const place = new Map([...new Set(numbers)].toSorted((a, b) => a - b).map((number, index) => [number, index + 1]));
  return numbers.map((number) => place.get(number) ?? 1);
}

/** Recipients by place, in their order. Those of one place keep the order of the list. */
export function byPlace<T extends Placed>(recipients: readonly T[]): T[][] {
  const places = placesOf(recipients);
  const groups: T[][] = Array.from({ length: Math.max(0, ...places) }, () => []);
  for (const [index, each] of recipients.entries()) groups[(places[index] ?? 1) - 1]?.push(each);
  return groups;
}

/** The list in signing order. If everybody has a place of their own, the list is the order, and nobody has a number. */
export const inSigningOrder = <T extends Placed>(groups: readonly (readonly T[])[]): (T & { signingOrder: number | null })[] => {
  const isSequence = groups.every((group) => group.length === 1);
  return groups.flatMap((group, index) => group.map((each) => ({ ...each, signingOrder: isSequence ? null : index + 1 })));
};

/** The recipients whose turn it is: those at the first place that is not complete who have not completed. */
export function activeRecipients<T extends Participant>(recipients: readonly T[]): T[] {
  const group = byPlace(recipients.filter((each) => !each.removed)).find((members) => members.some(({ completed }) => !completed));
  return group?.filter(({ completed }) => !completed) ?? [];
}
