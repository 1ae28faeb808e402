import i18next from 'i18next';
import { timing } from '#contract/limits/timing.ts';
import { minute } from '#contract/limits/time-units.ts';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import { startListening } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import { toAppError } from '#web/services/app-error.ts';
import { signIn } from '#web/services/auth/auth.ts';
import { addFurtherTexts } from '#web/services/i18n/i18n.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { notify } from '#web/ui/snackbar.ts';

/** The first look waits, so that it delays nothing that the page needs. */
const FIRST_LOOK = minute;

let timer: ReturnType<typeof setTimeout> | undefined;

const signInAgain = (): void => {
  const { pathname, search, hash } = window.location;
  void signIn({ returnTo: `${pathname}${search}${hash}`, again: true });
};

async function look(): Promise<void> {
  const { sessions } = await call('sessions.list', {});
  const end = sessions.find(({ current }) => current)?.endsAt;
  if (end === undefined || Date.parse(end) - Date.now() > timing.reloginWithin) return;
  await addFurtherTexts();
  const time = new Intl.DateTimeFormat(formatLocale(i18next.language), { timeStyle: 'short' }).format(new Date(end));
  notify(i18next.t('ending.text', { ns: 'sessions', time }), { id: 'relogin', duration: Infinity, action: { text: i18next.t('ending.again', { ns: 'sessions' }), run: signInAgain } });
}

const lookLater = (milliseconds: number): void => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    look().catch((error: unknown) => console.info('The end of the sign-in is not known', toAppError(error).code));
    lookLater(timing.reloginCheck);
  }, milliseconds);
};

/** Offers to sign in again while the sign-in still holds, so that it doesn't end in the middle of work (document 3 §9). */
export const startReloginListener = (): void => {
  startListening({ actionCreator: sessionStarted, effect: () => lookLater(FIRST_LOOK) });
};
