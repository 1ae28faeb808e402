import { startPath } from '#contract/upstream-paths.ts';
import { call } from '../api/call.ts';
import { hostUrl } from '../config.ts';

/** Another provider at which people can sign in. */
export interface Connection {
  readonly id: string;
  readonly name: string;
}

/** The providers that this installation offers to everybody. */
export const socialConnections = (signal?: AbortSignal): Promise<readonly Connection[]> =>
  call('deployment.get', {}, { signal }).then(({ socialConnections: offered }) => offered);

/** The page that leads there, for the sign-in under way. */
export const connectionPage = (id: string): string => hostUrl('identity') + startPath(encodeURIComponent(id));
