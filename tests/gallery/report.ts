/** A page of the gallery that looks different; one of the pictures is missing where the page is new or gone. */
export interface Change {
  query: string;
  before: Buffer | undefined;
  after: Buffer | undefined;
}

/** The same browser on the same machine draws the same page to the same bytes. */
export function changesOf(before: ReadonlyMap<string, Buffer>, after: ReadonlyMap<string, Buffer>): Change[] {
  const queries = new Set([...before.keys(), ...after.keys()]);
  return [...queries].map((query) => ({ query, before: before.get(query), after: after.get(query) })).filter((change) => !(change.before && change.after?.equals(change.before)));
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const picture = (bytes: Buffer | undefined): string => (bytes ? `<img alt="" src="data:image/png;base64,${bytes.toString('base64')}">` : '<i>none</i>');

/** Before, after, and both over each other: what is not black there has changed. */
const rowOf = ({ query, before, after }: Change): string =>
  `<h2>${escaped(decodeURIComponent(query))}</h2><div>${picture(before)}${picture(after)}${before && after ? `<span>${picture(before)}${picture(after)}</span>` : ''}</div>`;

const style = 'body{font-family:sans-serif}div{display:grid;grid-template-columns:repeat(3,1fr);gap:1rem;align-items:start}img{width:100%;border:1px solid #ccc}span{display:grid;background:#000}span img{grid-area:1/1}span img+img{mix-blend-mode:difference}';

export const reportOf = (changes: readonly Change[]): string =>
  `<!doctype html><meta charset="utf-8"><title>Gallery</title><style>${style}</style><h1>Before, after, difference</h1>${changes.map(rowOf).join('\n')}`;
