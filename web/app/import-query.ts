/** The URLs to import from `url` or `data` (document 1 §2). */
export function addressesIn(query: URLSearchParams): string[] {
  const url = query.get('url');
  if (url) return [url];
  const data = query.get('data');
  if (!data) return [];
  try {
    const { document, documents } = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)))) as {
      document?: unknown;
      documents?: unknown;
    };
    return [document, ...(Array.isArray(documents) ? documents : [])].flatMap(addressOf);
  } catch (error) {
    console.warn('The data of the address can\'t be read', error instanceof Error ? error.message : error);
    return [];
  }
}

/** A document is a URL string or an object with a URL. */
function addressOf(document: unknown): string[] {
  if (typeof document === 'string') return [document];
  const url = typeof document === 'object' && document !== null && 'url' in document ? document.url : null;
  return typeof url === 'string' ? [url] : [];
}
