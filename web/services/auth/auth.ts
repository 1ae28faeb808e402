import type { User, UserManager } from 'oidc-client-ts';
import { identityPaths } from '#contract/identity-paths.ts';
import { timing } from '#contract/limits.ts';
import { AppError } from '../app-error.ts';
import { hostUrl } from '../config.ts';
import { createSignal } from '../signal.ts';
import type { Arrival, Session, SignInRequest } from './session.ts';
import { safeReturnTo } from './session.ts';

/** Remembers that this browser was signed in, so that only then a hidden frame asks for a new token. Holds no secret. */
const HINT = 'countersign.signed-in';

const changed = createSignal<Session | null>();
let session: Session | null = null;

/** Visitors need none of it: it comes when somebody signs in, or was signed in here before. */
const load = () => import('oidc-client-ts');

/** The provider is our own: where it answers is known, and need not be asked for over a slow network. */
const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: issuer + identityPaths.authorization,
  token_endpoint: issuer + identityPaths.token,
  userinfo_endpoint: issuer + identityPaths.userinfo,
  jwks_uri: issuer + identityPaths.jwks,
  revocation_endpoint: issuer + identityPaths.revocation,
  end_session_endpoint: issuer + identityPaths.end_session,
});

const createManager = async (): Promise<UserManager> => {
  const { UserManager: Manager, WebStorageStateStore } = await load();
  const issuer = hostUrl('identity');
  return new Manager({
    authority: issuer,
    metadata: metadataOf(issuer),
    client_id: 'countersign-web',
    redirect_uri: `${window.location.origin}/authorize`,
    silent_redirect_uri: `${window.location.origin}/silent_renew`,
    post_logout_redirect_uri: `${window.location.origin}/`,
    response_type: 'code',
    scope: 'openid profile email',
    loadUserInfo: false,
    monitorSession: false,
    automaticSilentRenew: true,
    accessTokenExpiringNotificationTimeInSeconds: timing.tokenRefreshBeforeExpiry / 1000,
    // Tokens live as long as the tab; other tabs ask the provider, which knows the session.
    userStore: new WebStorageStateStore({ store: window.sessionStorage }),
    stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
  });
};

let manager: Promise<UserManager> | undefined;

const toSession = (user: User | null): Session | null =>
  user && !user.expired
    ? { token: user.access_token, userId: user.profile.sub, expiresAt: (user.expires_at ?? 0) * 1000 }
    : null;

const become = (next: Session | null) => {
  // The same sign-in is told of twice: by the library's event, and by whoever waited for it.
  const known = next !== null && next.token === session?.token;
  session = next;
  if (next) localStorage.setItem(HINT, 'yes');
  if (!known) changed.emit(next);
};

const startManager = async (): Promise<UserManager> => {
  const started = await createManager();
  started.events.addUserLoaded((user) => become(toSession(user)));
  started.events.addAccessTokenExpired(() => become(null));
  return started;
};

const getManager = (): Promise<UserManager> => {
  manager ??= startManager().catch((error: unknown) => {
    manager = undefined;
    throw error;
  });
  return manager;
};

/** What the provider itself answered, as opposed to not answering. */
const answerOf = async (error: unknown) => (error instanceof (await load()).ErrorResponse ? error : null);

/** Whose session it was, nobody says; the next to sign here gets another key. */
const forgetKeysOfAll = async (): Promise<void> => {
  try {
    await (await import('../signing/forget-signing.ts')).forgetAllKeys();
  } catch (error) {
    console.warn('The keys of this browser stay', error);
  }
};

const renewSilently = async (): Promise<Session | null> => {
  try {
    return toSession(await (await getManager()).signinSilent());
  } catch (error) {
    // The provider's session is over too: that is an answer, not a failure. Anything else keeps the hint for the next start.
    if (await answerOf(error)) {
      localStorage.removeItem(HINT);
      await forgetKeysOfAll();
    }
    else console.warn('Silent sign-in did not answer', error);
    return null;
  }
};

/** Whether somebody was signed in here before: likely they still are. */
export const expectsSession = (): boolean => localStorage.getItem(HINT) !== null;

/** Asks who is here while the app is still on its way: over a slow network that is five ways there and back. */
export const prepareSession = (): void => {
  // Nobody waits for it: whoever needs it asks again, and says so.
  if (expectsSession()) restoreSession().catch((error: unknown) => console.info('The sign-in was not reached in advance', error));
};

export const currentSession = (): Session | null => session;
export const onSession = changed.subscribe;

const restore = async (): Promise<Session | null> => {
  if (!expectsSession()) {
    become(null);
    return session;
  }
  const kept = toSession(await (await getManager()).getUser());
  become(kept ?? (await renewSilently()));
  return session;
};

let restoring: Promise<Session | null> | undefined;

/** The session of this tab, or a silent sign-in where the browser was signed in before. Null for visitors. Whoever asks meanwhile gets the same answer. */
export const restoreSession = (): Promise<Session | null> => {
  restoring ??= restore().finally(() => {
    restoring = undefined;
  });
  return restoring;
};

/** Where whoever comes back from the sign-in will go, as long as nobody has read the answer. */
const RETURN_TO = 'countersign.return-to';
export const expectedReturn = (): string => safeReturnTo(sessionStorage.getItem(RETURN_TO));

/** Leaves the app for the sign-in page. */
export const signIn = async (request: SignInRequest): Promise<void> => {
  sessionStorage.setItem(RETURN_TO, request.returnTo);
  const extra = {
    ...(request.magicCode ? { magic_code: request.magicCode } : {}),
    ...(request.initialFlow ? { initial_flow: request.initialFlow } : {}),
  };
  const users = await getManager();
  await users.signinRedirect({
    state: { returnTo: request.returnTo, introduced: request.introduced === true },
    extraQueryParams: extra,
    ...(request.language ? { ui_locales: request.language } : {}),
    ...(request.loginHint ? { login_hint: request.loginHint } : {}),
    ...(request.again ? { prompt: 'login' } : {}),
  });
};

const returnToOf = (state: unknown): string =>
  safeReturnTo(typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : '/');

const isIntroduced = (state: unknown): boolean => typeof state === 'object' && state !== null && 'introduced' in state && state.introduced === true;

let completing: { address: string; ended: Promise<Arrival> } | undefined;

/** Ends the redirect of the sign-in; gives the address to go on to. A used or expired link gives `invalid_link`. */
export const completeSignIn = (address: string): Promise<Arrival> => {
  // The answer can be spent once, and is asked for as soon as the page is there and again by the screen that shows it.
  if (completing?.address !== address) completing = { address, ended: spendAnswer(address) };
  return completing.ended;
};

const spendAnswer = async (address: string): Promise<Arrival> => {
  try {
    const user = await (await getManager()).signinRedirectCallback(address);
    become(toSession(user));
    return { returnTo: returnToOf(user.state), introduced: isIntroduced(user.state) };
  } catch (error) {
    const answer = await answerOf(error);
    if (!answer) throw new AppError('session_expired', { cause: error });
    const returnTo = returnToOf(answer.state);
    // The link was used before, by this same browser perhaps: whoever is signed in here may go on.
    if (answer.error === 'invalid_link' && (await restoreSession())) return { returnTo, introduced: isIntroduced(answer.state) };
    throw new AppError(answer.error === 'invalid_link' ? 'invalid_link' : 'session_expired', {
      message: answer.error_description ?? answer.message,
      cause: error,
    });
  }
};

/** Forgets the session here; the server already refused it. */
export const dropSession = async (): Promise<void> => {
  await (await getManager()).removeUser();
  become(null);
};

/** Another tab of this browser has signed out, and ends the provider's session: this one must not ask for it again. */
export const endHere = async (): Promise<void> => {
  localStorage.removeItem(HINT);
  await dropSession();
};

/** Remembers across the redirect that the person has just signed out. */
const SIGNED_OUT = 'countersign.signed-out';

/** Whether this page is the way back from a sign-out; true once. */
export const takeSignedOut = (): boolean => {
  const signedOut = sessionStorage.getItem(SIGNED_OUT) !== null;
  sessionStorage.removeItem(SIGNED_OUT);
  return signedOut;
};

/** Signs out here and at the provider, and comes back to `returnTo`. */
export const signOut = async (returnTo: string): Promise<void> => {
  localStorage.removeItem(HINT);
  sessionStorage.setItem(SIGNED_OUT, 'yes');
  const users = await getManager();
  await users.signoutRedirect({ post_logout_redirect_uri: `${window.location.origin}${safeReturnTo(returnTo)}` });
};
