import { routes } from '#contract/routes.ts';
import { MagicLinkPage } from '#web/features/magic-link/MagicLinkPage.tsx';
import { currentSession, restoreSession } from '#web/services/auth/auth.ts';
import type { MailLink } from '#web/services/auth/session.ts';
import { startTexts } from '#web/services/i18n/i18n.ts';
import { mountRoot } from './failure/mount-root.tsx';
import { ResourcesLoadErrorScreen } from './screens/ResourcesLoadErrorScreen.tsx';

/** The signed-in person; null if the session cannot be restored. */
const restored = async (): Promise<void> => {
  try {
    await restoreSession();
  } catch (error) {
    console.warn('The session can\'t be restored', error);
  }
};

/** Shows the page of an e-mail link; resolves with the address at which the app continues. */
export const showLink = async (place: HTMLElement, link: MailLink): Promise<string> => {
  try {
    await Promise.all([startTexts(), restored()]);
  } catch (error) {
    console.error('The texts of the page can\'t be loaded', error);
    mountRoot(place, <ResourcesLoadErrorScreen />);
    return new Promise(() => undefined);
  }
  const signedInAs = currentSession()?.userId ?? null;
  let goOn: (address: string) => void = () => undefined;
  const left = new Promise<string>((resolve) => {
    goOn = resolve;
  });
  const root = mountRoot(place, <MagicLinkPage link={link} signedInAs={signedInAs} onReader={() => goOn(link.address)} onStay={() => goOn(routes.home)} />);
  const address = await left;
  root.unmount();
  return address;
};
