const PROPERTY = '--keyboard';
/** Enlarged by two fingers the visual viewport is smaller, too. */
const UNENLARGED = 1.01;

/** What an on-screen keyboard covers where the browser lets it lie over the page, in pixels. */
export const coveredBy = (inner: number, { height, offsetTop, scale }: Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>): number =>
  scale > UNENLARGED ? 0 : Math.max(0, Math.round(inner - height - offsetTop));

/** Keeps `--keyboard` for style sheets: the app ends above the keyboard. */
export function followKeyboard(): void {
  const { visualViewport: seen } = window;
  if (!seen) return;
  const follow = (): void => document.documentElement.style.setProperty(PROPERTY, `${coveredBy(window.innerHeight, seen)}px`);
  seen.addEventListener('resize', follow);
  seen.addEventListener('scroll', follow);
}
