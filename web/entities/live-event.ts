import { createAction } from '@reduxjs/toolkit';
import type { LiveEvent } from '#contract/events.ts';

/** A server event that concerns this person. Features may listen for it. */
export const liveEventReceived = createAction<LiveEvent>('events/received');
