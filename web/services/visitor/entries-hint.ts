const STORAGE_KEY = 'countersign.visitor-entries';

/**
 * Whether this browser keeps documents of a visitor, known without opening the database; null if earlier versions have left it open.
 * A list then shows its frame at once, and pages of an account look for nothing.
 */
export const expectsVisitorEntries = (): boolean | null => {
  const noted = localStorage.getItem(STORAGE_KEY);
  return noted === null ? null : noted === 'yes';
};

export const noteVisitorEntries = (hasAny: boolean): void => {
  try {
    localStorage.setItem(STORAGE_KEY, hasAny ? 'yes' : 'no');
  } catch (error) {
    // Without storage nothing is kept either.
    console.info('What this browser keeps is not noted', error);
  }
};
