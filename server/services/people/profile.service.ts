import type { Profile, ProfileUpdate } from '#contract/entities/profile.ts';
import type { Database, Db, Tx } from '#server/platform/database/database.ts';
import { personCounter } from '#server/adapters/limits/person-counters.ts';
import { countTowardsLimit } from '#server/adapters/limits/rate-counters.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { federationOf } from '#server/identity/federation.ts';
import { signInMethods } from '#server/identity/sign-in-methods.ts';
import { findAccount } from '#server/repositories/accounts.repository.ts';
import { findSubscription } from '#server/repositories/subscriptions.repository.ts';
import { findUserByEmail, findUserById, normalizeEmail, updateUser, type User } from '#server/repositories/users.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import type { Entitlements } from '#server/services/billing/entitlements.ts';
import { removePictures } from '#server/services/storage/remove-bodies.ts';
import { toSubscription } from '#server/services/billing/subscription-state.ts';
import { avatarUrl, claimPicture, type UploadsService } from '#server/services/storage/uploads.service.ts';

/** Limits how often a user may request a new e-mail address. Window in milliseconds. */
const changeLimit = { most: 10, window: 60 * 60 * 1000 };

export type ProfileService = ReturnType<typeof createProfileService>;

interface ProfileDependencies extends Pick<Database, 'db' | 'reads'> {
  uploads: UploadsService;
  config: Pick<Config, 'connections'>;
  entitlements: Entitlements;
}

export function createProfileService({ db, reads, uploads, config, entitlements }: ProfileDependencies) {
  async function profileOf(from: Db | Tx, userId: string): Promise<Profile> {
    const [account, subscription] = await Promise.all([findAccount(from, userId), entitlements.enabled ? findSubscription(from, userId) : undefined]);
    if (!account) throw new AppError('not_found');
    return {
      ...ofUser(account),
      avatar: avatarUrl(uploads, account.avatar),
      identities: signInMethods(account),
      integrations: account.integrations,
      subscription: entitlements.enabled ? toSubscription(subscription) : null,
      featureFlags: entitlements.from(account, subscription, account.overrides),
    };
  }

  async function update(caller: Caller, input: ProfileUpdate): Promise<Profile> {
    // The response reveals whether an address has an account, so attempts are limited.
    if (input.email !== undefined && normalizeEmail(input.email) !== caller.email) await countTowardsLimit(db, personCounter('email-change', caller.userId), changeLimit);
    return db.transaction().execute(async (tx) => {
      const user = await findUserById(tx, caller.userId);
      if (!user) throw new AppError('not_found');
      if (federationOf(config.connections, user.email)) assertUnchanged(user, input);
      const pending = await pendingEmail(tx, user, input.email);
      if (input.avatar && input.avatar !== user.avatar) await claimPicture(tx, user.id, input.avatar, 'avatar');
      if (input.avatar !== undefined && input.avatar !== user.avatar) await removePictures(tx, [user.avatar]);
      return changed(tx, user.id, { ...changesOf(user, input), ...pending, ...(completes(user, input) && { type: 'user' }) });
    });
  }

  async function changed(tx: Tx, userId: string, changes: Partial<User>): Promise<Profile> {
    await updateUser(tx, userId, changes);
    return profileOf(tx, userId);
  }

  return {
    get: (caller: Caller): Promise<Profile> => profileOf(reads, caller.userId),
    update,
    acceptCookies: (caller: Caller): Promise<Profile> => db.transaction().execute((tx) => changed(tx, caller.userId, { cookies_consent_date: new Date() })),
    offerPasskey: (caller: Caller): Promise<Profile> => db.transaction().execute((tx) => changed(tx, caller.userId, { passkey_offer_date: new Date() })),
    avatarUploadUrl: async (caller: Caller): Promise<{ fileId: string; uploadUrl: string }> => {
      const { url, bodyRef } = await uploads.open({ userId: caller.userId, holder: caller.userId }, 'avatar', 'image/png');
      return { fileId: bodyRef, uploadUrl: url };
    },
  };
}

/** The part of the profile that is stored with the user. */
const ofUser = (user: User) => ({
  id: user.id,
  type: user.type,
  firstName: user.first_name,
  lastName: user.last_name,
  email: user.email,
  emailVerified: user.email_verified,
  pendingEmail: user.pending_email,
  phone: user.phone,
  phoneVerified: user.phone_verified,
  locale: user.locale ?? 'en',
  role: user.role,
  country: user.country,
  city: user.city,
  company: user.company,
  birthDate: user.birth_date,
  notificationPriority: user.notification_priority,
  notificationSettings: user.notification_settings,
  theme: user.theme,
  attributes: {
    cookiesConsentDate: user.cookies_consent_date?.toISOString() ?? null,
    passkeyOfferDate: user.passkey_offer_date?.toISOString() ?? null,
  },
});

/** A guest who signed in by a link has a verified address; with a name they become a full user. */
const completes = (user: User, { firstName, lastName }: ProfileUpdate): boolean =>
  user.type === 'guest' && user.email_verified && Boolean(firstName && lastName);

/** Users of a federated identity provider can't change the data it asserts. */
function assertUnchanged(user: User, input: ProfileUpdate): void {
  const changed = (input.firstName !== undefined && input.firstName !== user.first_name)
    || (input.lastName !== undefined && input.lastName !== user.last_name)
    || (input.email !== undefined && input.email.toLowerCase() !== user.email);
  if (changed) throw new AppError('forbidden_by_federation');
}

/** A new address is pending until it is verified. An account can't be without one. */
async function pendingEmail(tx: Tx, user: User, wanted: string | undefined): Promise<Partial<User>> {
  if (wanted === undefined) return {};
  const email = normalizeEmail(wanted);
  if (email === 'empty' || (email !== user.email && (await findUserByEmail(tx, email)))) throw new AppError('unable_to_set_email');
  return { pending_email: email === user.email ? null : email };
}

function changesOf(user: User, input: ProfileUpdate): Partial<User> {
  const phone = input.phone === 'empty' ? null : input.phone;
  // A phone number that is the only address can't be changed: the account would pass to the holder of the new number.
  if (user.email === null && phone !== undefined && phone !== user.phone) throw new AppError('unable_to_set_phone');
  const changes: { [Name in keyof User]?: User[Name] | undefined } = {
    first_name: input.firstName,
    last_name: input.lastName,
    country: input.country,
    company: input.company,
    phone,
    // A new number has to be verified.
    phone_verified: phone === undefined || phone === user.phone ? undefined : false,
    locale: input.locale,
    theme: input.theme,
    avatar: input.avatar,
    notification_settings: input.notificationSettings,
    notification_priority: input.notificationPriority,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
