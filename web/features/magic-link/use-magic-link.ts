import { useCallback, useEffect, useState } from 'react';
import type { MagicLink } from '#contract/entities/magic-link.ts';
import { forgetPerson } from '#web/entities/session/forget.ts';
import { call } from '#web/services/api/call.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { signIn } from '#web/services/auth/auth.ts';
import type { MailLink } from '#web/services/auth/session.ts';
import { shownLanguage } from '#web/services/i18n/texts.ts';

/** A code sent to the address of the link, to confirm another device than the first. */
export interface SentCode {
  sentTo: string;
  late: boolean;
  /** Number of codes sent, so that another one is announced. */
  round: number;
}

export interface LinkActions {
  /** Null until the server has answered. */
  found: MagicLink | null;
  sent: SentCode | null;
  pending: boolean;
  error: ErrorInfo | null;
  read(): Promise<void>;
  /** Signs in on the first device; on another device, sends a code, and each further call sends another. */
  open(): Promise<void>;
  confirm(digits: string): Promise<void>;
  renew(): Promise<void>;
  renewed: boolean;
}

/** Identifies this page to the server, so that a retry counts as the same device. */
const newAttempt = (): string => crypto.randomUUID();

/** `signedInAs`: the account that is signed in; the person has confirmed the switch on this page. */
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

/** A link from a mail: its target, and the sign-in after its button is pressed. */
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
