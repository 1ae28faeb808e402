/** The gallery: every component of `web/ui` in every state. Not part of the product; `npm run gallery` serves it. */
import '../styles/global.scss';
import 'react-aria-strings:en';
import { createRoot } from 'react-dom/client';
import { Gallery } from './Gallery.tsx';
import { settingsOf } from './settings.ts';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the gallery');

const settings = settingsOf(window.location.search);
document.documentElement.dir = settings.direction;
if (settings.theme) document.documentElement.dataset['theme'] = settings.theme;
createRoot(place).render(<Gallery settings={settings} />);
