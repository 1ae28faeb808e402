// @vitest-environment node
import { expect, it } from 'vitest';
import { AppError } from '#web/services/app-error.ts';
import { stateOfFailure } from './invite-state.ts';

it.each([
  [new AppError('conflict', { message: 'ticket_not_equal_to_current_user' }), 'otherAccount'],
  [new AppError('conflict'), 'failed'],
  [new AppError('not_found'), 'expired'],
  [new AppError('internal_error'), 'failed'],
  [{ code: 'not_found', message: 'gone' }, 'expired'],
])('%s: %s', (failure, step) => expect(stateOfFailure(failure)).toEqual({ step }));
