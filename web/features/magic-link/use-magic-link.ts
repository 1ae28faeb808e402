import { useCallback, useEffect, useState } from 'react';
import type { MagicLink } from '#contract/entities/magic-link.ts';
import { forgetPerson } from '#web/entities/session/forget.ts';
import { call } from '#web/services/api/call.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { signIn } from '#web/services/auth/auth.ts';
import type { MailLink } from '#web/services/auth/session.ts';
import { shownLanguage } from '#web/services/i18n/texts.ts';

/** The code that was sent to the address of the link, for another device than the first. */
export interface SentCode {
  sentTo: string;
  late: boolean;
  /** Counts codes sent, so that a second one can be said aloud. */
  round: number;
}

export interface LinkActions {
  /** Null until the server has answered. */
  found: MagicLink | null;
  sent: SentCode | null;
  pending: boolean;
  error: ErrorInfo | null;
  read(): Promise<void>;
  /** The button: signs in the first device, and has a code sent for another; pressed again, another code. */
  open(): Promise<void>;
  confirm(digits: string): Promise<void>;
  renew(): Promise<void>;
  renewed: boolean;
}

/** What the page calls itself to the server: a second try of it is the same device. */
const newAttempt = (): string => crypto.randomUUID();

/** `signedInAs`: who has read on this page whose link it is, and pressed its button all the same. */
const goOn = async ({ address }: MailLink, found: MagicLink | null, signInCode: string, signedInAs: string | null): Promise<void> => {
  if (signedInAs) {
    await call('magicLinks.giveWay', { body: { signInCode } });
    await forgetPerson(signedInAs, { keepWork: true });
  }
  const link = window.location.href;
  window.history.replaceState(window.history.state, '', address);
  try {
    await signIn({ returnTo: address, magicCode: signInCode, introduced: found?.state === 'open' && found.kind === 'request' });
  } catch (error) {
    window.history.replaceState(window.history.state, '', link);
    throw error;
  }
};

/** The link of a mail: what it leads to, and the way from its button to the sign-in. */
export function useMagicLink(link: MailLink, signedInAs: string | null): LinkActions {
  const { code } = link;
  const [found, setFound] = useState<MagicLink | null>(null);
  const [sent, setSent] = useState<SentCode | null>(null);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [renewed, setRenewed] = useState(false);
  const [name] = useState(newAttempt);

  const attempt = useCallback(async (work: () => Promise<void>): Promise<void> => {
    setPending(true);
    setError(null);
    try {
      await work();
    } catch (caught) {
      setError(toAppError(caught).toInfo());
    } finally {
      setPending(false);
    }
  }, []);
  const read = useCallback(
    () => attempt(async () => setFound(await call('magicLinks.read', { body: { code, ...(signedInAs ? { signedInAs } : {}) } }))),
    [attempt, code, signedInAs],
  );
  useEffect(() => void read(), [read]);

  return {
    found, sent, pending, error, read, renewed,
    open: () => attempt(async () => {
      const { signInCode, sentTo, late } = await call('magicLinks.open', { body: { code, attempt: name, locale: shownLanguage() } });
      if (signInCode) return goOn(link, found, signInCode, signedInAs);
      setSent((before) => ({ sentTo: sentTo ?? '', late, round: (before?.round ?? 0) + 1 }));
    }),
    confirm: (digits) => attempt(async () => goOn(link, found, (await call('magicLinks.confirm', { body: { code, attempt: name, digits } })).signInCode, signedInAs)),
    renew: () => attempt(async () => {
      await call('magicLinks.renew', { body: { code } });
      setRenewed(true);
    }),
  };
}
