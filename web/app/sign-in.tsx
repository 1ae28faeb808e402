import '../styles/global.scss';
import { SignInPage } from '#web/features/sign-in/SignInPage.tsx';
import { takeAccountDeletedNotice } from '#web/entities/session/account-deleted-notice.ts';
import { startTexts } from '#web/services/i18n/i18n.ts';
import { mountRoot } from './failure/mount-root.tsx';
import { ResourcesLoadErrorScreen } from './screens/ResourcesLoadErrorScreen.tsx';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the sign-in');

const isAccountDeleted = takeAccountDeletedNotice();
const query = new URLSearchParams(window.location.search);

startTexts([query.get('ui_locales')]).then(
  () => mountRoot(place, <SignInPage uid={query.get('uid')} isSecondStep={query.get('second_factor') === 'true'} isAccountDeleted={isAccountDeleted} />),
  (error: unknown) => {
    console.error('The texts of the page can\'t be loaded', error);
    mountRoot(place, <ResourcesLoadErrorScreen />);
  },
);
