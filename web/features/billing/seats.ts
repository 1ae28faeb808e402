import { seats } from '#contract/plans.ts';

export const fewestSeats = (members: number): number => Math.max(seats.minimum, members);

/** Seats as somebody wrote them: no fewer than people, no more than there can be. */
export function areSeats(text: string, members: number): boolean {
  const count = Number(text);
  return text.trim() !== '' && Number.isInteger(count) && count >= fewestSeats(members) && count <= seats.maximum;
}
