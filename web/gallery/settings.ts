/** What the address of a gallery page says: which examples, in which theme, direction and words. */
export const themes = ['light', 'dark'] as const;
export const directions = ['ltr', 'rtl'] as const;
export const wordings = ['english', 'pseudo'] as const;

export interface GallerySettings {
  /** The theme of the system without it. */
  theme: (typeof themes)[number] | null;
  direction: (typeof directions)[number];
  words: (typeof wordings)[number];
  /** The component shown; all of them without it. */
  component: string | null;
  /** The only example of the component that is shown. */
  example: string | null;
}

const oneOf = <Value extends string>(values: readonly Value[], value: string | null): Value | undefined => values.find((each) => each === value);

export function settingsOf(query: string): GallerySettings {
  const parameters = new URLSearchParams(query);
  return {
    theme: oneOf(themes, parameters.get('theme')) ?? null,
    direction: oneOf(directions, parameters.get('direction')) ?? 'ltr',
    words: oneOf(wordings, parameters.get('words')) ?? 'english',
    component: parameters.get('component'),
    example: parameters.get('example'),
  };
}

/** The address of the page that these settings show. */
export function addressOf(settings: GallerySettings): string {
  const entries = Object.entries(settings).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return `?${new URLSearchParams(entries).toString()}`;
}
