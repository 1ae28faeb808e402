/** Addresses on which a document is to be seen. */
export const showsDocument = (address: string): boolean => /^\/transaction\/[0-9a-f]{24}(?:$|[?#]|\/editor)/.test(address);

/** Written into the page by the build: the files that show a document, as far as the page does not load them anyway. */
const listed = (): string[] => {
  const list = document.getElementById('ahead')?.textContent;
  return list ? (JSON.parse(list) as string[]) : [];
};

let begun = false;

/**
 * What shows a document comes while the sign-in is asked and the app begins: over a slow network each file that is known
 * of only when another has run costs a way there and back. Only fetched, not run: the page may be left before it is used.
 * What draws the pages is as large as everything else: where the first field does not need it, it comes after that field.
 * Nor does whoever is signed in come by the way back from the sign-in.
 */
export const fetchAhead = (address: string, { all }: { all: boolean }): void => {
  if (begun || !showsDocument(address)) return;
  begun = true;
  for (const href of listed()) {
    if (!all && /\.worker-|AuthorizeScreen-/.test(href)) continue;
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = href;
    // As it will be asked for: a worker is fetched in another way than what the page itself runs.
    if (!href.includes('.worker-')) link.crossOrigin = '';
    document.head.append(link);
  }
};
