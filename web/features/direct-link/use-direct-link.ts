import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { directLinkToken, type OpenedDirectLink } from '#contract/entities/direct-link.ts';
import { ownRoutes } from '#contract/routes.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { call } from '#web/services/api/call.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { signIn } from '#web/services/auth/auth.ts';
import { storeBegun, takeBegun, type BegunUse } from './begun-name.ts';

export interface DirectLinkVisit {
  found: OpenedDirectLink | null;
  /** Of reading the link. */
  failure: ErrorInfo | null;
  reload(): void;
  pending: boolean;
  error: ErrorInfo | null;
  /** Begins the request of whoever is signed in. */
  use(name: Omit<BegunUse, 'token'>): Promise<void>;
  /** Lets a visitor prove the address first. The request begins when they come back. */
  prove(email: string, name: Omit<BegunUse, 'token'>): Promise<void>;
}

export const addressOfLink = (token: string): string => `${ownRoutes.directLink}#${token}`;

/** An address that lost a part of its token is answered like one that never was. */
const read = (token: string, signal: AbortSignal): Promise<OpenedDirectLink> =>
  directLinkToken.safeParse(token).success ? call('directLinks.read', { body: { token } }, { signal }) : Promise.resolve({ state: 'closed', reason: 'unknown' });

export function useDirectLink(token: string, isSignedIn: boolean, onBegun: (transactionId: string) => void): DirectLinkVisit {
  const { i18n } = useTranslation();
  const { value: found, error: failure, reload } = useAnswer(useCallback((signal) => read(token, signal), [token]));
  const { busy, error, ask } = useAsyncAction();
  const use = async (name: Omit<BegunUse, 'token'>): Promise<void> => {
    const begun = await ask(() => call('directLinks.use', { body: { token, ...name } }));
    if (begun) onBegun(begun.transactionId);
    // It may have ended meanwhile, which the page then says.
    else reload();
  };
  const prove = async (email: string, name: Omit<BegunUse, 'token'>): Promise<void> => {
    await ask(async () => {
      storeBegun({ token, ...name });
      await signIn({ returnTo: addressOfLink(token), loginHint: email, language: i18n.language });
    });
  };
  useOnReturn(token, isSignedIn, use);
  return { found, failure, reload, pending: busy, error, use, prove };
}

/** Goes on with what the visitor began before the sign-in. */
function useOnReturn(token: string, isSignedIn: boolean, use: DirectLinkVisit['use']): void {
  const isTaken = useRef(false);
  useEffect(() => {
    if (!isSignedIn || isTaken.current) return;
    isTaken.current = true;
    const begun = takeBegun(token);
    if (begun) void use({ firstName: begun.firstName, lastName: begun.lastName });
  }, [isSignedIn, token, use]);
}
