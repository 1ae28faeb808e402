/** What a person chose to keep on this device. */
import { changeCached, readCached } from '../storage/database.ts';

export interface Pin {
  readonly kind: 'transaction' | 'file';
  readonly id: string;
  readonly fileIds: readonly string[];
}

const NAME = 'pins';

export const pinsOf = async (userId: string): Promise<readonly Pin[]> => ((await readCached(userId, NAME))?.value as readonly Pin[] | undefined) ?? [];

export const pinnedFiles = async (userId: string): Promise<ReadonlySet<string>> => new Set((await pinsOf(userId)).flatMap(({ fileIds }) => fileIds));

export const addPin = (userId: string, pin: Pin): Promise<void> =>
  changeCached<readonly Pin[]>(userId, NAME, (pins = []) => [...pins.filter(({ id }) => id !== pin.id), pin]);

export const removePin = (userId: string, id: string): Promise<void> => changeCached<readonly Pin[]>(userId, NAME, (pins = []) => pins.filter((pin) => pin.id !== id));
