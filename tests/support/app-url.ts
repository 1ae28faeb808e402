/** Where the tests' installations say they are. */
export const appUrl = 'http://localhost:3000';
