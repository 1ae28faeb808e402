/** Whether something was done without the server that it does not have yet, known without opening a database. */

const STORAGE_KEY = 'countersign.tasks';

export const hasTasks = (): boolean => {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
};

export const noteTasks = (has: boolean): void => {
  if (has) localStorage.setItem(STORAGE_KEY, 'yes');
  else localStorage.removeItem(STORAGE_KEY);
};
