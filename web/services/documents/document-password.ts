let known: string | undefined;

/**
 * The password of the last protected document, in memory only. All documents of a transaction have the same password, so it
 * is asked for once per page load.
 */
export const knownPassword = (): string | undefined => known;

export const rememberPassword = (password: string): void => {
  known = password;
};
