import { sql } from 'kysely';
import { joinName } from '#contract/person-names.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { Config } from '#server/platform/config.ts';
import { insertAuthEvent, newestAuthEvents } from '#server/identity/auth-events.ts';
import { removeFactor } from '#server/identity/second-factors.ts';
import { endSessions } from '#server/identity/sessions.ts';
import { countLeft, findDeletionsBefore } from '#server/repositories/account-deletions.repository.ts';
import { findMembers, findOrganization, lockOrganization } from '#server/repositories/organizations.repository.ts';
import { findUserByEmail, findUserById, type User } from '#server/repositories/users.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { unrestricted } from '#server/services/organizations/organization-access.ts';
import { dissolve } from '#server/services/organizations/organizations.service.ts';
import { CommandError, type Command } from './command.ts';

const mostListed = 200;
const search = { search: { type: 'string' } } as const;
const containing = (text: string | boolean | undefined): string => `%${String(text ?? '').replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;

export async function findPerson(db: Db, name: string): Promise<User> {
  const user = name.includes('@') ? await findUserByEmail(db, name) : await findUserById(db, name);
  if (!user) throw new CommandError(`There is nobody with the address or id ${name}.`);
  return user;
}

const shown = ({ id, type, email, first_name, last_name, email_verified, created_at }: User): Record<string, unknown> => ({
  id, type, email, name: joinName(first_name, last_name), verified: email_verified, since: created_at.toISOString().slice(0, 10),
});

/** Origin of a command in a person's authentication log: no network, this program as the client. */
const byOperator = { ip: '', userAgent: 'countersign-server' };

async function signOut(tx: Tx, config: Config, userId: string): Promise<void> {
  await endSessions(tx, userId);
  await insertAuthEvent(tx, config, { kind: 'sessions_ended', userId, ...byOperator });
}

export const peopleCommands: readonly Command[] = [
  {
    usage: 'users list', summary: `the newest ${mostListed} people, or those whose name or address holds --search`, options: search, needs: 'installation',
    run: async ({ db }, { options }) => {
      const wanted = containing(options.search);
      const users = await db.selectFrom('users').selectAll()
        .where(sql<boolean>`coalesce(email, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') ilike ${wanted}`)
        .orderBy('created_at', 'desc').limit(mostListed).execute();
      return users.map(shown);
    },
  },
  {
    usage: 'users show PERSON', summary: 'one person, by address or id', needs: 'installation',
    run: async ({ db, services }, { words: [name = ''] }) => {
      const user = await findPerson(db, name);
      const flags = await services.entitlements.ofUser(db, user);
      return [{ ...shown(user), phone: user.phone, locale: user.locale, ...flags }];
    },
  },
  {
    usage: 'users sign-out PERSON', summary: 'end all sessions of a person, everywhere', needs: 'installation',
    run: async ({ db, config, services, actor }, { words: [name = ''] }) => {
      const user = await findPerson(db, name);
      await db.transaction().execute(async (tx) => {
        await signOut(tx, config, user.id);
        await services.administrativeLog.record(tx, { action: 'user_signed_out', actor, subject: user.id });
      });
      return `Signed out: ${user.id}`;
    },
  },
  {
    usage: 'users sign-ins PERSON', summary: 'how a person signed in, tries that failed, and what was changed about it', needs: 'installation',
    run: async ({ db }, { words: [name = ''] }) => {
      const { id } = await findPerson(db, name);
      return (await newestAuthEvents(db, id)).map(({ created_at, kind, method, network, user_agent }) => ({ at: created_at.toISOString(), kind, method, network, client: user_agent.slice(0, 80) }));
    },
  },
  {
    usage: 'users remove-second-factor PERSON', summary: 'for who lost the app and all recovery codes; ends all sessions, and the person is told', needs: 'installation',
    run: async ({ db, services, config, actor }, { words: [name = ''] }) => {
      const user = await findPerson(db, name);
      await db.transaction().execute(async (tx) => {
        if (!(await removeFactor(tx, config, user.id))) throw new CommandError(`${name} has no second factor.`);
        await insertAuthEvent(tx, config, { kind: 'second_factor_removed', userId: user.id, ...byOperator });
        await signOut(tx, config, user.id);
        await services.administrativeLog.record(tx, { action: 'second_factor_removed', actor, subject: user.id });
      });
      return `Removed: ${user.id}`;
    },
  },
  {
    usage: 'users delete PERSON', summary: 'delete a person with all that is theirs, as they could themselves', needs: 'installation',
    run: async ({ db, services, actor }, { words: [name = ''] }) => {
      const user = await findPerson(db, name);
      await services.account.remove(callerFor(user), actor);
      await services.account.finishDeletion(user.id);
      return `Deleted: ${user.id}`;
    },
  },
  {
    usage: 'users deletions', summary: 'accounts that are being deleted: since when, how many rows were removed, and what is left', needs: 'installation',
    run: async ({ db }) => {
      const deletions = await findDeletionsBefore(db, new Date(), mostListed);
      return Promise.all(deletions.map(async ({ user_id: id, started_at: since, removed }) => ({ id, since: since.toISOString(), removed: Number(removed), ...(await countLeft(db, id)) })));
    },
  },
  {
    usage: 'organizations list', summary: `the newest ${mostListed} organizations, or those whose name holds --search`, options: search, needs: 'installation',
    run: async ({ db }, { options }) => {
      const rows = await db.selectFrom('organizations').selectAll().where('deleted_at', 'is', null).where('name', 'ilike', containing(options.search))
        .orderBy('created_at', 'desc').limit(mostListed).execute();
      return rows.map(({ id, name, owner_id, created_at }) => ({ id, name, owner: owner_id, since: created_at.toISOString().slice(0, 10) }));
    },
  },
  {
    usage: 'organizations show ORGANIZATION', summary: 'the members of an organization, by its id', needs: 'installation',
    run: async ({ db }, { words: [id = ''] }) => {
      if (!(await findOrganization(db, id))) throw new CommandError(`There is no organization ${id}.`);
      return (await findMembers(db, [id])).map(({ user_id, email, role, status }) => ({ id: user_id, email, role, status }));
    },
  },
  {
    usage: 'organizations delete ORGANIZATION', summary: 'dissolve an organization: what was made in it becomes its owner\'s own', needs: 'installation',
    run: async ({ db, services, actor }, { words: [id = ''] }) => {
      await db.transaction().execute(async (tx) => {
        const row = await lockOrganization(tx, id);
        if (!row) throw new CommandError(`There is no organization ${id}.`);
        await dissolve(tx, row);
        await services.administrativeLog.record(tx, { action: 'organization_deleted', actor, subject: id });
      });
      return `Deleted: ${id}`;
    },
  },
];

/** A caller that acts as the person, from the command line. */
const callerFor = (user: User): Caller => ({
  userId: user.id, profileType: user.type, email: user.email, emailVerified: user.email_verified, phone: user.phone, phoneVerified: user.phone_verified,
  firstName: user.first_name, lastName: user.last_name, locale: user.locale ?? 'en', ...byOperator, organization: null, ...unrestricted,
});
