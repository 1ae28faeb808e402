/** Handwriting fonts by the scripts they hold. */
export interface HandwritingFont {
  readonly family: string;
  load(): Promise<unknown>;
}

const caveat: HandwritingFont = { family: 'Caveat', load: () => import('@fontsource/caveat/400.css') };
const greatVibes: HandwritingFont = { family: 'Great Vibes', load: () => import('@fontsource/great-vibes/400.css') };
const marckScript: HandwritingFont = { family: 'Marck Script', load: () => import('@fontsource/marck-script/400.css') };
/** For scripts that none of ours holds: what the device has. */
const device: HandwritingFont = { family: 'cursive', load: async () => undefined };

// The same lists each time: whoever draws by them would begin anew with each new one.
const hands: readonly HandwritingFont[] = [caveat, greatVibes, marckScript];
const ofTheDevice: readonly HandwritingFont[] = [device];

const ours = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** The fonts in which a name can be written whole, never half in one and half in another. */
export function fontsFor(text: string): readonly HandwritingFont[] {
  return ours.test(text) ? hands : ofTheDevice;
}

export function familyOf(font: HandwritingFont): string {
  return font.family === 'cursive' ? 'cursive' : `"${font.family}", cursive`;
}

const SIZE = 120;
const PADDING = 24;
const INK = '#1b2127';

/** A name written by hand as a transparent PNG. */
export async function writeName(text: string, font: HandwritingFont): Promise<string> {
  await font.load();
  const style = `${SIZE}px ${familyOf(font)}`;
  await document.fonts.load(style, text);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No drawing context');
  context.font = style;
  const measured = context.measureText(text);
  const ascent = measured.actualBoundingBoxAscent;
  canvas.width = Math.ceil(measured.actualBoundingBoxLeft + measured.actualBoundingBoxRight + 2 * PADDING);
  canvas.height = Math.ceil(ascent + measured.actualBoundingBoxDescent + 2 * PADDING);
  context.font = style;
  context.fillStyle = INK;
  context.fillText(text, PADDING + measured.actualBoundingBoxLeft, PADDING + ascent);
  return canvas.toDataURL('image/png');
}
