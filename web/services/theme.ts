import type { Profile } from '#contract/entities/profile.ts';

type Theme = Profile['theme'];

/** Read by theme-first.js before the first paint. */
const KEPT = 'countersign.theme';

const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark' || value === 'auto';

export const keptTheme = (): Theme => {
  const kept = localStorage.getItem(KEPT);
  return isTheme(kept) ? kept : 'auto';
};

/** Shows the page in a theme and keeps it for this browser; `auto` follows the system. */
export const applyTheme = (theme: Theme): void => {
  localStorage.setItem(KEPT, theme);
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
};
