import { isEmail } from '#contract/entities/common.ts';
import { startPath } from '#contract/upstream-paths.ts';
import { call } from '../api/call.ts';
import { hostUrl } from '../config.ts';

/** An external identity provider. */
export interface Connection {
  readonly id: string;
  readonly name: string;
}

/** External identity providers of this installation. */
export const socialConnections = (signal?: AbortSignal): Promise<readonly Connection[]> =>
  call('deployment.get', {}, { signal }).then(({ socialConnections: offered }) => offered);

/** URL that continues the current sign-in at the provider, which may fill in the address. */
export const connectionPage = (id: string, email = ''): string =>
  `${hostUrl('identity')}${startPath(encodeURIComponent(id))}${isEmail(email) ? `?${new URLSearchParams({ login_hint: email })}` : ''}`;
