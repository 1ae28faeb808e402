let known: string | undefined;

/**
 * What opened the last protected document, or protected it: the documents of one request have the same password, and
 * nobody is asked twice while the page is open. It stays in memory.
 */
export const knownPassword = (): string | undefined => known;

export const rememberPassword = (password: string): void => {
  known = password;
};
