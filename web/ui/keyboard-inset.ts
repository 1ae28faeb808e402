const PROPERTY = '--keyboard';
/** Above this scale the page is pinch-zoomed, which shrinks the visual viewport, too. */
const UNENLARGED = 1.01;

/** Returns the height in pixels that an on-screen keyboard covers, where it overlays the page. */
export const coveredBy = (inner: number, { height, offsetTop, scale }: Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>): number =>
  scale > UNENLARGED ? 0 : Math.max(0, Math.round(inner - height - offsetTop));

/** Sets the custom property `--keyboard`, so that the layout ends above the keyboard. */
export function followKeyboard(): void {
  const { visualViewport: seen } = window;
  if (!seen) return;
  const follow = (): void => document.documentElement.style.setProperty(PROPERTY, `${coveredBy(window.innerHeight, seen)}px`);
  seen.addEventListener('resize', follow);
  seen.addEventListener('scroll', follow);
}
