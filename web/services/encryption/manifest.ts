/** What is encrypted beside the bytes of a version. It was written by another person, so it is checked like an answer of the server. */
import { z } from 'zod';
import { email, objectId, titleText } from '#contract/entities/common.ts';
import { field } from '#contract/entities/field.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { AppError } from '../app-error.ts';
import { undecryptable } from './keys.ts';

const name = z.string().max(128).nullable();

/** Who signs, in this order, as the sender chose them. The server can't change it. */
const signer = z.object({ id: objectId, email, firstName: name, lastName: name });
export type EncryptedSigner = z.output<typeof signer>;

const sentManifest = z.object({
  title: titleText,
  message: z.string().max(lengths.message),
  fields: z.array(field).max(counts.fieldsPerFile),
  signers: z.array(signer).min(1).max(counts.recipients),
});
export type SentManifest = z.output<typeof sentManifest>;

const signedManifest = z.object({ signerId: objectId });

const checked = <Shape extends z.ZodType>(shape: Shape) => (manifest: unknown): z.output<Shape> => {
  const { success, data } = shape.safeParse(manifest);
  if (!success) throw undecryptable('package');
  return data as z.output<Shape>;
};

export const readSentManifest = checked(sentManifest);
export const readSignedManifest = checked(signedManifest);

/** What the sender is about to encrypt, as readers get it. Throws for what they would refuse: afterwards nobody could mend it. */
export function asSentManifest(manifest: SentManifest): SentManifest {
  const { success, data, error } = sentManifest.safeParse(JSON.parse(JSON.stringify(manifest)));
  if (!success) throw new AppError('request_validation_error', { details: error.issues.map(({ path }) => ({ path: path.join('/') })) });
  return data;
}
