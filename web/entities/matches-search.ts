/** Whether any text contains the search, or one of the terms that it stands for, ignoring case: in the same way in every language, as the server does. */
export const matchesSearch = (texts: readonly (string | null | undefined)[], search: string, termsOf: (search: string) => readonly string[] = (text) => [text]): boolean => {
  const wanted = search.trim().toLowerCase();
  return wanted === '' || termsOf(wanted).some((term) => texts.some((text) => text?.toLowerCase().includes(term)));
};
