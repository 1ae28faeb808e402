/** A set-up problem that the person at the keyboard can solve: says what is missing and how to get it. */
export class SetupProblem extends Error {
  /**
   * @param {string} what what could not be had
   * @param {string} cure what the person can do about it
   */
  constructor(what, cure) {
    super(what);
    this.name = 'SetupProblem';
    this.cure = cure;
  }
}

/** Prints a failure for a person and ends the process with a non-zero status. */
export function endWith(error) {
  if (error instanceof SetupProblem) console.error(`\n✗ ${error.message}\n  ${error.cure}\n`);
  else console.error(`\n✗ ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}
