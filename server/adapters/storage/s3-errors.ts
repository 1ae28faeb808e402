import { S3ServiceException } from '@aws-sdk/client-s3';
import { StorageError } from './storage.ts';

export const isS3Error = (error: unknown, ...statuses: readonly number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);

/** Says in our own words what a storage answers: what is not there, or that it can't be reached now. */
export async function untroubled<Answer>(ref: string, request: Promise<Answer>): Promise<Answer> {
  try {
    return await request;
  } catch (error) {
    throw asStorageError(ref, error);
  }
}

export function asStorageError(ref: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (isS3Error(error, 404)) return new StorageError('missing', `Body ${ref} is missing`);
  if (isS3Error(error, 409, 412)) return new StorageError('already_exists', `Body ${ref} exists already`);
  // Its name is enough for the log: messages of storages repeat keys and addresses.
  const reason = error instanceof Error ? error.name : 'unknown';
  return new StorageError('unavailable', `The storage can't be used now: ${reason}`, { cause: error });
}
