import { seats } from '#contract/plans.ts';

export const fewestSeats = (members: number): number => Math.max(seats.minimum, members);

/** Whether the text is a valid number of seats: at least the members, at most the limit. */
export function areSeats(text: string, members: number): boolean {
  const count = Number(text);
  return text.trim() !== '' && Number.isInteger(count) && count >= fewestSeats(members) && count <= seats.maximum;
}
