/** What stays on this device because a person chose it, or chose that all that waits for them does. */
import { createSignal } from '../signal.ts';
import { changeCached, readCached, writeCached } from '../storage/database.ts';

export interface Pin {
  readonly kind: 'transaction' | 'file';
  readonly id: string;
  readonly title: string;
  readonly fileIds: readonly string[];
  /** Stays only while the request waits for this person. */
  readonly whileWaiting: boolean;
}

const PINS = 'pins';
const WAITING = 'keeps-waiting';

const changed = createSignal<void>();
export const onPinsChanged = changed.subscribe;

export const pinsOf = async (userId: string): Promise<readonly Pin[]> => ((await readCached(userId, PINS))?.value as readonly Pin[] | undefined) ?? [];

export const pinnedFiles = async (userId: string): Promise<ReadonlySet<string>> => new Set((await pinsOf(userId)).flatMap(({ fileIds }) => fileIds));

const changePins = async (userId: string, change: (pins: readonly Pin[]) => readonly Pin[]): Promise<void> => {
  await changeCached<readonly Pin[]>(userId, PINS, (pins = []) => change(pins));
  changed.emit();
};

/** What a person chose themselves is not undone when it no longer waits for them. */
export const addPin = (userId: string, pin: Pin): Promise<void> =>
  changePins(userId, (pins) => {
    const known = pins.find(({ id }) => id === pin.id);
    return [...pins.filter(({ id }) => id !== pin.id), { ...pin, whileWaiting: pin.whileWaiting && known?.whileWaiting !== false }];
  });

export const removePins = (userId: string, ids: ReadonlySet<string>): Promise<void> => changePins(userId, (pins) => pins.filter(({ id }) => !ids.has(id)));

/** Whether everything that waits for this person stays on this device. */
export const keepsWaiting = async (userId: string): Promise<boolean> => (await readCached(userId, WAITING))?.value === true;

export const setKeepsWaiting = async (userId: string, keeps: boolean): Promise<void> => {
  await writeCached(userId, WAITING, keeps);
  changed.emit();
};
