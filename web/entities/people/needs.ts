/** What a person of a draft is there for: what a recipient is asked for, or to get a copy. */
import { participationOf, participations, type CcEntryInput, type Participation, type RecipientInput } from '#contract/entities/recipient.ts';

export const needs = [...participations, 'copy'] as const;
export type Need = (typeof needs)[number];

/** Options that only a signer has go with the signature. */
export const withParticipation = (person: RecipientInput, participation: Participation): RecipientInput => (
  participation === 'signer' ? { ...person, participation } : { ...person, participation, inPerson: false, identityRequirements: [], identityRequireManualApproval: false });

/** Whether they sign no longer, so that their fields need somebody else. */
export const stopsSigning = (before: RecipientInput, after: RecipientInput | null): boolean =>
  participationOf(before) === 'signer' && (after === null || participationOf(after) !== 'signer');

export const toCopy = ({ email = null, phone = null, firstName = null, lastName = null }: RecipientInput): CcEntryInput => ({ type: 'user', email, phone, firstName, lastName });

export const fromCopy = ({ email = null, phone = null, firstName = null, lastName = null }: CcEntryInput, participation: Participation): RecipientInput =>
  ({ email, phone, firstName, lastName, participation });
