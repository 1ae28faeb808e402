import { errorTexts } from '#contract/errors.ts';
import { AppError } from '../../app-error.ts';

/** The worker was retired because of another task. */
export class WorkerRetiredError extends Error {
  override readonly name = 'WorkerRetiredError';
}

/** The worker hung in this task. */
export class WorkerHungError extends AppError {
  constructor() {
    super('request_timeout_error', { message: errorTexts.taskTimeout });
  }
}
