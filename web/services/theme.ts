import type { Profile } from '#contract/entities/profile.ts';

type Theme = Profile['theme'];

/** Read by theme-first.js before the first paint. */
const STORAGE_KEY = 'countersign.theme';

const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark' || value === 'auto';

export const storedTheme = (): Theme => {
  const stored = localStorage.getItem(STORAGE_KEY);
  return isTheme(stored) ? stored : 'auto';
};

/** Applies a theme and stores it in this browser. `auto` follows the system. */
export const applyTheme = (theme: Theme): void => {
  localStorage.setItem(STORAGE_KEY, theme);
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
};
