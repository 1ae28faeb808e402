/** Passkeys of a user (document 1 §3). */
import { z } from 'zod';
import { isoTime, objectId } from '#contract/entities/common.ts';

export const passkeyName = z.string().trim().min(1).max(64);

export const passkey = z.object({
  id: objectId,
  userId: objectId,
  counter: z.number().int(),
  credentialDeviceType: z.string(),
  credentialBackedUp: z.boolean(),
  transports: z.array(z.string()),
  fmt: z.string(),
  aaguid: z.string(),
  authenticatorAttachment: z.string().nullable(),
  userVerified: z.boolean(),
  name: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
  lastUsedAt: isoTime.nullable(),
});
export type Passkey = z.output<typeof passkey>;

const base64url = z.string().max(16_384).regex(/^[\w-]+$/);
const credentialCore = { id: base64url, rawId: base64url, type: z.literal('public-key'), clientExtensionResults: z.looseObject({}).default({}) };
const attachment = z.enum(['platform', 'cross-platform']);

/** The authenticator's response to a registration (WebAuthn Level 3, RegistrationResponseJSON). */
export const registrationResponse = z.object({
  ...credentialCore,
  authenticatorAttachment: attachment.optional(),
  response: z.looseObject({ clientDataJSON: base64url, attestationObject: base64url, transports: z.array(z.string().max(32)).max(8).optional() }),
});

/** The authenticator's response to an authentication (AuthenticationResponseJSON). */
export const authenticationResponse = z.object({
  ...credentialCore,
  authenticatorAttachment: attachment.optional(),
  response: z.looseObject({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url, userHandle: z.string().max(256).nullish() }),
});
