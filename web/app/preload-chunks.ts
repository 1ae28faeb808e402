/** Addresses of pages that show a document. */
export const showsDocument = (address: string): boolean => /^\/transaction\/[0-9a-f]{24}(?:$|[?#]|\/editor)/.test(address);

/** Chunks and styles of the document pages that index.html does not load anyway; the build writes the list into index.html. */
const listed = (): string[] => {
  const list = document.getElementById('preload-chunks')?.textContent;
  return list ? (JSON.parse(list) as string[]) : [];
};

let begun = false;

/**
 * Downloads the chunks of the document pages while the session is restored and the app loads. On a slow network every chunk
 * that is discovered late costs a round trip. The chunks are not run: the person may leave before they are needed.
 * Without `all` two kinds are left out: the PDF worker, which is as large as the rest and is not needed for the first field,
 * and the screen after a sign-in, which a signed-in person does not see.
 */
export const preloadChunks = (address: string, { all }: { all: boolean }): void => {
  if (begun || !showsDocument(address)) return;
  begun = true;
  for (const href of listed()) {
    if (!all && /\.worker-|AuthorizeScreen-/.test(href)) continue;
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = href;
    // Must match the later request, or the browser downloads twice: modules use CORS, workers do not.
    if (!href.includes('.worker-')) link.crossOrigin = '';
    document.head.append(link);
  }
};
