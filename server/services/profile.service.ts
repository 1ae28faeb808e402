import type { Profile, ProfileUpdate } from '#contract/entities/profile.ts';
import type { Db } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import { findUserById, updateUser, type User } from '#server/repositories/users.repository.ts';
import type { Caller } from './caller.ts';
import { flagsOfUser } from './feature-flags.ts';
import { pictureUrl, usePicture, type UploadsService } from './uploads.service.ts';

export type ProfileService = ReturnType<typeof createProfileService>;

export function createProfileService({ db, uploads }: { db: Db; uploads: UploadsService }) {
  const toProfile = async (user: User): Promise<Profile> => ({
    id: user.id,
    type: user.type,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    emailVerified: user.email_verified,
    phone: user.phone,
    phoneVerified: user.phone_verified,
    avatar: pictureUrl(uploads, user.avatar, 'avatar.png'),
    locale: user.locale ?? 'en',
    role: user.role,
    country: user.country,
    city: user.city,
    company: user.company,
    birthDate: user.birth_date,
    notificationPriority: user.notification_priority,
    notificationSettings: user.notification_settings,
    theme: user.theme,
    featureFlags: await flagsOfUser(db, user),
    attributes: {
      cookiesConsentDate: user.cookies_consent_date?.toISOString() ?? null,
      passkeyOfferDate: user.passkey_offer_date?.toISOString() ?? null,
    },
  });

  async function get(caller: Caller): Promise<Profile> {
    const user = await findUserById(db, caller.userId);
    if (!user) throw new AppError('not_found');
    return toProfile(user);
  }

  async function update(caller: Caller, input: ProfileUpdate): Promise<Profile> {
    return db.transaction().execute(async (tx) => {
      const user = await findUserById(tx, caller.userId);
      if (!user) throw new AppError('not_found');
      assertSameContact(user, input);
      if (input.avatar && input.avatar !== user.avatar) await usePicture(tx, user.id, input.avatar, 'avatar');
      return toProfile(await updateUser(tx, user.id, changesOf(input)));
    });
  }

  async function acceptCookies(caller: Caller): Promise<Profile> {
    return db.transaction().execute(async (tx) => toProfile(await updateUser(tx, caller.userId, { cookies_consent_date: new Date() })));
  }

  return {
    get, update, acceptCookies,
    avatarUploadUrl: async (caller: Caller): Promise<{ fileId: string; uploadUrl: string }> => {
      const { url, bodyRef } = await uploads.open(caller.userId, 'avatar', 'image/png');
      return { fileId: bodyRef, uploadUrl: url };
    },
  };
}

/** An address is what a person has proven; it changes only by proving another one. */
function assertSameContact(user: User, input: ProfileUpdate): void {
  if (input.email !== undefined && input.email.toLowerCase() !== user.email?.toLowerCase()) throw new AppError('unable_to_set_email');
  const phone = input.phone === 'empty' ? null : input.phone;
  if (phone !== undefined && phone !== user.phone && user.phone_verified) throw new AppError('unable_to_set_phone');
}

function changesOf(input: ProfileUpdate): Partial<User> {
  const changes: Partial<User> = {
    first_name: input.firstName,
    last_name: input.lastName,
    country: input.country,
    company: input.company,
    phone: input.phone === 'empty' ? null : input.phone,
    locale: input.locale,
    theme: input.theme,
    avatar: input.avatar,
    notification_settings: input.notificationSettings,
    notification_priority: input.notificationPriority,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
