import { createAction } from '@reduxjs/toolkit';
import type { LiveEvent } from '#contract/events.ts';

/** A server event that concerns this person. Features may listen for it. */
export const liveEventReceived = createAction<LiveEvent>('events/received');

/** Events were missed that nobody repeats: whatever listens for some of them asks again. */
export const liveEventsMissed = createAction('events/missed');
