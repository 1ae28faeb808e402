/** Defaults of fields. */

export const fieldDefaults = {
  fontSize: 40,
  minimumFontSize: 7,
  automaticFontSize: 1,
  /** Points per CSS pixel (1/96 inch). `fontSize` and `minimumFontSize` are in pixels. */
  pointsOfPixel: 0.75,
  /** Points per unit of a stored font size: twelve pixels, the divisor used for imported sizes. */
  pointsOfSize: 9,
  lineHeight: 1.4,
  multilinePadding: 6,
  multilineLines: 2,
  sortTolerance: 1,
  /** A change of place or size below this, in pixels, is none. */
  rectTolerance: 0.5,
  ratio: 0.75,
  group: 'group-1',
} as const;

/**
 * Text colours of fields (document 3 §9). Its #FF0000 has a contrast of 4.0 with the white page, too little for small text; this
 * red has 5.4.
 */
export const textColors = { black: 'black', red: '#d00000', green: '#008000', blue: '#0000ff' } as const;
