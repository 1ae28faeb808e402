import '../styles/global.scss';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SignInPage } from '#web/features/sign-in/SignInPage.tsx';
import { startTexts } from '#web/services/i18n/i18n.ts';
import { ResourcesLoadErrorScreen } from './screens/ResourcesLoadErrorScreen.tsx';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the sign-in');
const root = createRoot(place);

const query = new URLSearchParams(window.location.search);

startTexts([query.get('ui_locales')]).then(
  () =>
    root.render(
      <StrictMode>
        <SignInPage uid={query.get('uid')} />
      </StrictMode>,
    ),
  (error: unknown) => {
    console.error('The texts of the page can\'t be loaded', error);
    root.render(<ResourcesLoadErrorScreen />);
  },
);
