/**
 * Loaded into a server before itself (`node --import`): its clock goes wrong by as many milliseconds as stand in the file CLOCK_ERROR
 * when it gets SIGUSR2, as the clock of a machine does that is set while it runs. Other clocks, the database's too, go right.
 */
import { readFileSync } from 'node:fs';

const RightDate = Date;
let error = 0;

class WrongDate extends RightDate {
  constructor(...given: []) {
    if (given.length === 0) super(RightDate.now() + error);
    else super(...given);
  }

  /** Those that the runtime makes itself are dates too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RightDate;
  }

  static override now(): number {
    return RightDate.now() + error;
  }
}

globalThis.Date = WrongDate as DateConstructor;
process.on('SIGUSR2', () => {
  error = Number(readFileSync(process.env.CLOCK_ERROR ?? '', 'utf8'));
});
