/** Reads documents and places fields for a sender who isn't online. */
import type { Field, SourceInput } from '@countersign/core/node';
import type { PlaceField } from '#contract/entities/signature-anchor.ts';
import { AppError } from '#server/platform/app-error.ts';
import { isEngineError, isForPeople } from './engine-error.ts';
import type { EnginePool } from './engine-pool.ts';

export interface DocumentReader {
  /** The fields of the document's form. */
  fields(source: SourceInput): Promise<Field[]>;
  /** Returns, for each list of fields, a revision to append to the document; each is independent of the others. */
  placeFields(source: SourceInput, lists: readonly (readonly PlaceField[])[]): Promise<Uint8Array[]>;
}

export function createDocumentReader(pool: EnginePool): DocumentReader {
  return {
    fields: (source) => pool.use(async (engine) => {
      const document = await engine.open(source);
      try {
        return await document.fields();
      } finally {
        await document.close();
      }
    }).catch(asAppError),
    placeFields: (source, lists) => pool.use(async (engine) => {
      const document = await engine.open(source);
      try {
        const tails: Uint8Array[] = [];
        for (const fields of lists) tails.push((await document.placeFields(fields)).bytes);
        return tails;
      } finally {
        await document.close();
      }
    }).catch(asAppError),
  };
}

function asAppError(error: unknown): never {
  if (isEngineError(error) && isForPeople(error.code)) throw new AppError(error.code, error.details);
  throw error;
}
