import { S3ServiceException } from '@aws-sdk/client-s3';
import { StorageError } from './storage.ts';

export const isS3Error = (error: unknown, ...statuses: readonly number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);

/** Maps errors of S3 to `StorageError`. */
export async function retryS3<Answer>(ref: string, request: Promise<Answer>): Promise<Answer> {
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
  // The message would repeat keys and addresses, so only the error's name is used.
  const reason = error instanceof Error ? error.name : 'unknown';
  return new StorageError('unavailable', `The storage can't be used now: ${reason}`, { cause: error });
}
