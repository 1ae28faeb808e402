import { routes } from '#contract/routes.ts';
import { failureTexts } from '#web/services/i18n/failure-texts.ts';
import { removeShell } from './leave-shell.ts';

const button = 'min-height:44px;padding:8px 16px;border:1px solid var(--color-accent,#0b5cad);border-radius:6px;font:inherit;font-weight:600;cursor:pointer;';
const looks = {
  page: 'box-sizing:border-box;max-width:34rem;margin:0 auto;padding:15vh 16px 32px;text-align:center;font:16px/1.5 system-ui,sans-serif;color:var(--color-ink,CanvasText);',
  title: 'margin:0 0 12px;font-size:20px;font-weight:600;',
  text: 'margin:0 0 20px;overflow-wrap:anywhere;',
  actions: 'display:flex;flex-wrap:wrap;justify-content:center;gap:8px;',
  first: `${button}background:var(--color-accent,#0b5cad);color:var(--color-on-accent,#fff);`,
  second: `${button}background:none;color:var(--color-accent,#0b5cad);`,
} as const;

const part = (name: 'h1' | 'p' | 'div' | 'button', style: string, words = ''): HTMLElement => {
  const element = document.createElement(name);
  element.style.cssText = style;
  element.textContent = words;
  return element;
};

const press = (words: string, style: string, act: () => void): HTMLElement => {
  const element = part('button', style, words);
  element.setAttribute('type', 'button');
  element.addEventListener('click', act);
  return element;
};

/**
 * What is seen when the app broke: plain elements with a style of their own, in the language of the page. It needs no
 * library, since a library may be what broke. Both buttons start from nothing.
 */
export const drawFailure = (place: HTMLElement): void => {
  const { language, title, description, reload, home } = failureTexts();
  const actions = part('div', looks.actions);
  actions.append(press(home, looks.second, () => window.location.assign(routes.home)), press(reload, looks.first, () => window.location.reload()));
  const page = document.createElement(place.closest('main') ? 'div' : 'main');
  page.style.cssText = looks.page;
  page.append(part('h1', looks.title, title), part('p', looks.text, description), actions);
  page.lang = language;
  document.documentElement.lang = language;
  document.title = `${title} – Countersign`;
  place.replaceChildren(page);
  removeShell();
};
