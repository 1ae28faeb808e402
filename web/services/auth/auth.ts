import type { User, UserManager } from 'oidc-client-ts';
import { identityPaths } from '#contract/identity-paths.ts';
import { timing } from '#contract/limits/timing.ts';
import { AppError } from '../app-error.ts';
import { hostUrl } from '../config.ts';
import { forgetKnownPerson, knownPerson, lastPerson, rememberPerson } from '../offline/known-person.ts';
import { createSignal } from '../signal.ts';
import type { Arrival, Session, SignInRequest } from './session.ts';
import { safeReturnTo } from './session.ts';

/** Set while this browser is signed in, so that visitors cause no silent sign-in. Contains no secret. */
const HINT = 'countersign.signed-in';

const changed = createSignal<Session | null>();
let session: Session | null = null;
/** Tells the provider at sign-out that this person has confirmed it. Another tab that signs out at the same time removes the stored one. */
let idToken: string | undefined;

/** Loads the OpenID Connect client. Visitors do not need it. */
const load = () => import('oidc-client-ts');

/** Endpoints of the provider. They are fixed, which saves the request for the discovery document. */
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
    // Tokens are stored per tab. Other tabs get theirs from the session at the provider.
    userStore: new WebStorageStateStore({ store: window.sessionStorage }),
    stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
  });
};

let manager: Promise<UserManager> | undefined;

const toSession = (user: User | null): Session | null => {
  idToken = user?.id_token ?? idToken;
  return user && !user.expired ? { token: user.access_token, userId: user.profile.sub, expiresAt: (user.expires_at ?? 0) * 1000 } : null;
};

const become = (next: Session | null) => {
  // Each sign-in arrives twice: by the event of the library, and as the result of the call.
  const known = next !== null && next.token === session?.token;
  session = next;
  if (next) {
    localStorage.setItem(HINT, 'yes');
    rememberPerson(next.userId);
  }
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

const forgetHint = (): void => {
  localStorage.removeItem(HINT);
  forgetKnownPerson();
};

/** The error response of the provider, or null if there was no response. */
const answerOf = async (error: unknown) => (error instanceof (await load()).ErrorResponse ? error : null);

/** The response does not say whose session ended, so the signing keys of all people in this browser are deleted. */
const forgetKeysOfAll = async (): Promise<void> => {
  try {
    await (await import('../signing/forget-signing.ts')).forgetAllKeys();
  } catch (error) {
    console.warn('The keys of this browser stay', error);
  }
};

/** Whose session it was: this tab's, or that of the last person here. */
const personBefore = async (): Promise<string | null> => (await (await getManager()).getUser())?.profile.sub ?? lastPerson();

/** Perhaps the session was ended from another device, because this one is lost. */
const forgetStoredOf = async (userId: string): Promise<void> => {
  try {
    await (await import('../offline/forget-stored.ts')).forgetStored(userId);
  } catch (error) {
    console.warn('What this browser keeps stays', error);
  }
};

const renewSilently = async (): Promise<Session | null> => {
  try {
    return toSession(await (await getManager()).signinSilent());
  } catch (error) {
    // An error response means that the session has ended. After any other failure the hint stays for the next start.
    const answer = await answerOf(error);
    if (answer) {
      const person = await personBefore();
      forgetHint();
      await forgetKeysOfAll();
      if (person !== null && answer.error === 'login_required') await forgetStoredOf(person);
    }
    else console.warn('Silent sign-in did not answer', error);
    return null;
  }
};

/** Whether this browser was signed in before, so that a session is likely. */
export const expectsSession = (): boolean => localStorage.getItem(HINT) !== null;

/** Starts to restore the session while the app loads. This takes five round trips. */
export const prepareSession = (): void => {
  // The app restores the session again, and shows the failure.
  if (expectsSession()) restoreSession().catch((error: unknown) => console.info('The sign-in was not reached in advance', error));
};

export const currentSession = (): Session | null => session;
export const onSession = changed.subscribe;

const restore = async (): Promise<Session | null> => {
  if (!expectsSession()) {
    become(null);
    return session;
  }
  const stored = toSession(await (await getManager()).getUser());
  become(stored ?? (await renewUnlessAway()));
  return session;
};

/** Without the server, the frame of a silent renewal says nothing until its time is over. */
const renewUnlessAway = async (): Promise<Session | null> => {
  const mayOpenAlone = personWithoutServer() !== null;
  if (mayOpenAlone && !navigator.onLine) return null;
  const renewal = renewSilently();
  if (!mayOpenAlone) return renewal;
  const waited = new Promise<'waited'>((resolve) => setTimeout(() => resolve('waited'), timing.sessionRenewalTimeout));
  const first = await Promise.race([renewal, waited]);
  if (first !== 'waited') return first;
  // Loaded with the app, which is later than this.
  const { checkAvailability } = await import('../availability.ts');
  return (await checkAvailability()) === 'unavailable' ? null : renewal;
};

/** Who was signed in when the server last answered: the app opens for them without it. Null if there is nobody, or the sign-in has ended. */
export const personWithoutServer = (): string | null => {
  const known = knownPerson();
  return known !== null && expectsSession() ? known : null;
};

let restoring: Promise<Session | null> | undefined;

/** The session of this tab, or a silent sign-in if this browser was signed in before. Null for visitors. Concurrent calls share one result. */
export const restoreSession = (): Promise<Session | null> => {
  restoring ??= restore().finally(() => {
    restoring = undefined;
  });
  return restoring;
};

/** Address after the sign-in, readable before the response is processed. */
const RETURN_TO = 'countersign.return-to';
export const expectedReturn = (): string => safeReturnTo(sessionStorage.getItem(RETURN_TO));

/** Leaves the app for the sign-in page. */
export const signIn = async (request: SignInRequest): Promise<void> => {
  sessionStorage.setItem(RETURN_TO, request.returnTo);
  const initialFlow = request.initialFlow ?? new URL(request.returnTo, window.location.origin).searchParams.get('initial_flow');
  const extra = {
    ...(request.magicCode ? { magic_code: request.magicCode } : {}),
    ...(initialFlow ? { initial_flow: initialFlow } : {}),
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

/** Processes the sign-in redirect and returns the address to continue at. Fails with `invalid_link` for a used or expired link. */
export const completeSignIn = (address: string): Promise<Arrival> => {
  // The code can be exchanged once, and both `main.tsx` and the authorize screen ask for it.
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
    // The link was used before, possibly in this browser: a signed-in person may continue.
    if (answer.error === 'invalid_link' && (await restoreSession())) return { returnTo, introduced: isIntroduced(answer.state) };
    throw new AppError(answer.error === 'invalid_link' ? 'invalid_link' : 'session_expired', {
      message: answer.error_description ?? answer.message,
      cause: error,
    });
  }
};

/** Removes a session that the server has refused. */
export const dropSession = async (): Promise<void> => {
  await (await getManager()).removeUser();
  become(null);
};

/** Another tab has signed out and ended the session at the provider, so this tab must not try a silent sign-in. */
export const endHere = async (): Promise<void> => {
  forgetHint();
  await dropSession();
};

/** Set while the provider does not know of a sign-out. */
const SIGN_OUT_WAITS = 'countersign.sign-out-waits';

/** Set across the redirect after a sign-out. */
const SIGNED_OUT = 'countersign.signed-out';

/** Whether the page was loaded by the redirect after a sign-out. True once. */
export const takeSignedOut = (): boolean => {
  const signedOut = sessionStorage.getItem(SIGNED_OUT) !== null;
  sessionStorage.removeItem(SIGNED_OUT);
  return signedOut;
};

/** `initial_flow` of the page stays through a sign-out (document 1 §2). */
const keepingFlow = (returnTo: string): string => {
  const flow = new URLSearchParams(window.location.search).get('initial_flow');
  const address = new URL(safeReturnTo(returnTo), window.location.origin);
  if (flow !== null) address.searchParams.set('initial_flow', flow);
  return address.href;
};

/** Signs out here and at the provider, then returns to `returnTo`. */
export const signOut = async (returnTo: string): Promise<void> => {
  forgetHint();
  sessionStorage.setItem(SIGNED_OUT, 'yes');
  localStorage.removeItem(SIGN_OUT_WAITS);
  const users = await getManager();
  await users.signoutRedirect({
    post_logout_redirect_uri: keepingFlow(returnTo),
    ...(idToken === undefined ? {} : { id_token_hint: idToken }),
  });
};

/** Ends the sign-in in this browser while the server is away. The provider hears of it at the next start with the server. */
export const signOutAlone = (): void => {
  forgetHint();
  localStorage.setItem(SIGN_OUT_WAITS, 'yes');
  become(null);
};

/** Whether somebody signed out without the server. */
export const hasWaitingSignOut = (): boolean => localStorage.getItem(SIGN_OUT_WAITS) !== null;
