import type { App } from '#server/app/app.types.ts';
import type { Foundation } from '#server/app/foundation.ts';

/** Every call of the contract that is about documents and people; sign-in and events are registered apart. */
export async function registerCalls(_app: App, _foundation: Foundation): Promise<void> {}
