/** Organizations, their members, teams and invitations (document 1 §3). */
import { z } from 'zod';
import { email, isoTime, objectId } from '#contract/entities/common.ts';
import { deliveries } from '#contract/entities/delivery.ts';
import { branding } from '#contract/entities/branding.ts';
import { subscription } from '#contract/entities/billing.ts';
import { noSendApproval, sendApprovalSettings } from '#contract/entities/send-approval.ts';
import { featureFlags } from '#contract/entities/feature-flags.ts';
import { lengths } from '#contract/limits/lengths.ts';

const unnamedOrganization = 'Unnamed';

/** What participants may create. A member's own permissions replace the organization's. */
export const creationRights = z.object({
  createFiles: z.boolean(),
  createTransactions: z.boolean(),
  createTemplates: z.boolean(),
  createBulks: z.boolean(),
});
export type CreationRights = z.output<typeof creationRights>;
export type CreationRight = keyof CreationRights;

export const globalSettingsDefault: CreationRights = {
  createFiles: true, createTransactions: true, createTemplates: true, createBulks: true,
};

export const memberRoles = ['participant', 'admin'] as const;
export type MemberRole = (typeof memberRoles)[number];

export const member = z.object({
  id: objectId,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  avatar: z.string().nullable(),
  role: z.enum(memberRoles),
  status: z.enum(['active', 'invited']),
  removed: z.boolean().default(false),
  /** Delivery status of the invitation, for those who may invite; null if it was not handed over yet or is answered. */
  delivery: z.enum(deliveries).nullable().default(null),
  /** Null: the organization's settings apply. */
  permissions: creationRights.nullable(),
  /** Whether the account has a second factor, for those who may change the security settings; null for others. */
  hasSecondFactor: z.boolean().nullable().default(null),
});
export type Member = z.output<typeof member>;

const teamMember = member.omit({ permissions: true, delivery: true, hasSecondFactor: true });

export const team = z.object({
  id: objectId,
  orgId: objectId,
  name: z.string(),
  description: z.string().nullable(),
  members: z.array(teamMember),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Team = z.output<typeof team>;

const organizationResources = z.object({
  file: z.number().int().min(0),
  transaction: z.number().int().min(0),
  bulk: z.number().int().min(0),
  member: z.number().int().min(0),
  template: z.number().int().min(0),
  paidTemplate: z.number().int().min(0),
});
export type OrganizationResources = z.output<typeof organizationResources>;

/** What a member without access lacks: a second factor (`setUp`), or a sign-in with it (`signIn`). */
const missingFactors = ['setUp', 'signIn'] as const;

export const organization = z.object({
  id: objectId,
  name: z.string(),
  ownerId: objectId,
  logo: z.string().nullable(),
  members: z.array(member),
  inviteId: objectId.nullable().default(null),
  globalSettings: creationRights,
  branding,
  /** Members have access only if they have signed in with a second factor. */
  requireSecondFactor: z.boolean().default(false),
  /** Whose requests go out only after approval, and who approves. */
  sendApproval: sendApprovalSettings.default(noSendApproval),
  /** Set if the viewer has no access. The organization then has only its name, logo and owner, and the viewer as its only member. */
  missingFactor: z.enum(missingFactors).nullable().default(null),
  /** For the owner; null for others and without billing. */
  subscription: subscription.nullable().default(null),
  attributes: z.object({
    billingUsed: z.boolean().default(false),
    trialStatus: z.string().nullable().default(null),
    promoCodesUsed: z.array(z.string()).default([]),
  }),
  resources: organizationResources,
  featureFlags,
  teams: z.array(team),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Organization = z.output<typeof organization>;

/** An empty name becomes `Unnamed`. */
const organizationName = z.string().trim().max(lengths.fullName).transform((value) => value || unnamedOrganization);
/** The file id of an upload made with `auth.avatarUploadUrl`. */
const logo = z.string().max(256).nullable();

export const organizationCreate = z.object({
  id: objectId.optional(),
  name: organizationName.default(unnamedOrganization),
  logo: logo.default(null),
  globalSettings: creationRights.partial().default({}),
});
export type OrganizationCreate = z.output<typeof organizationCreate>;

export const organizationUpdate = z.object({
  name: organizationName.optional(),
  logo: logo.optional(),
  globalSettings: creationRights.partial().optional(),
  branding: branding.optional(),
  /** To switch it on, the caller must have signed in with a second factor. */
  requireSecondFactor: z.boolean().optional(),
  /** Replaces all of it. With `members` or `team`, at least one active member must be named, or a team of the organization. */
  sendApproval: sendApprovalSettings.optional(),
  /** Permissions of single members; null: the organization's settings apply again. */
  members: z.array(z.object({ id: objectId, permissions: creationRights.nullable() })).max(150).optional(),
});
export type OrganizationUpdate = z.output<typeof organizationUpdate>;

export const organizationInvite = z.object({
  members: z
    .array(z.object({
      email,
      firstName: z.string().max(lengths.fullName).nullable().default(null),
      lastName: z.string().max(lengths.fullName).nullable().default(null),
      role: z.enum(memberRoles).default('participant'),
      permissions: creationRights.nullable().default(null),
    }))
    .min(1)
    .max(50),
  teamId: objectId.nullish(),
});
export type OrganizationInvite = z.output<typeof organizationInvite>;

const teamName = z.string().trim().min(1).max(lengths.fullName);
const description = z.string().trim().max(lengths.title).nullable();
const memberIds = z.array(objectId).max(150);

export const teamCreate = z.object({
  id: objectId.optional(), name: teamName, description: description.default(null), memberIds: memberIds.default([]),
});
export type TeamCreate = z.output<typeof teamCreate>;

/** `memberIds` replaces all members. */
export const teamUpdate = z.object({ name: teamName.optional(), description: description.optional(), memberIds: memberIds.optional() });
export type TeamUpdate = z.output<typeof teamUpdate>;

/** An invitation as the invited person sees it. */
export const invite = z.object({ id: objectId, orgId: objectId, name: z.string(), logo: z.string().nullable(), createdAt: isoTime, expiresAt: isoTime });
export type Invite = z.output<typeof invite>;
