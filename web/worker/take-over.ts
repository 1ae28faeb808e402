/** When a version that waits takes over. */

const CODE = 'take-over-if-alone';

/** What a page of this version says as it starts. */
export const takeOverIfAlone = (version: string) => ({ code: CODE, version });

/**
 * Whether a page asks for it that loses nothing: a page of the very version that waits. One of an earlier version, which opened from
 * what the browser had, still loads its own files, which go with the worker before.
 */
export const isOffer = (data: unknown, version: string): boolean => {
  if (typeof data !== 'object' || data === null) return false;
  const { code, version: theirs } = data as Partial<ReturnType<typeof takeOverIfAlone>>;
  return code === CODE && theirs === version;
};
