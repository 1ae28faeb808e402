import type { OutputOf } from '#contract/calls/calls.ts';
import type { Contact, ContactWrite } from '#contract/entities/contact.ts';
import { counts } from '#contract/limits/counts.ts';
import type { Database, Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import {
  countContacts, deleteContact, findContact, findSameContact, insertContact, listContacts, lockContacts, updateContact, type ContactRow,
} from '#server/repositories/contacts.repository.ts';
import { pageOfRows, readCursor } from '#server/http/list-cursors.ts';
import { findVisiblePeople } from '#server/repositories/avatar-visibility.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { avatarUrl, type UploadsService } from '#server/services/storage/uploads.service.ts';

export type ContactsService = ReturnType<typeof createContactsService>;

interface ContactsDependencies extends Pick<Database, 'db' | 'reads'> {
  uploads: Pick<UploadsService, 'download'>;
}

export function createContactsService({ db, reads, uploads }: ContactsDependencies) {
  /** Returns a mapper from rows to contacts as the caller sees them: with the avatars that the caller may see. */
  async function viewFor(caller: Caller, rows: readonly ContactRow[]): Promise<(row: ContactRow) => Contact> {
    const people = rows.flatMap(({ pictured }) => pictured?.[0] ?? []);
    const visible = people.length === 0 ? new Set<string>() : await findVisiblePeople(db, caller.userId, people);
    return (row) => toContact(row, avatarUrl(uploads, row.pictured && visible.has(row.pictured[0]) ? row.pictured[1] : null));
  }

  async function current(caller: Caller, id: string): Promise<Contact> {
    const row = await ownContact(db, caller, id);
    const view = await viewFor(caller, [row]);
    return view(row);
  }

  async function create(caller: Caller, input: ContactWrite): Promise<Contact> {
    if (caller.profileType === 'guest') throw new AppError('permission_denied');
    const person = personOf(input);
    const id = await db.transaction().execute(async (tx) => {
      await lockContacts(tx, caller.userId);
      const [same, named] = [await findSameContact(tx, caller.userId, person), input.id && (await findContact(tx, input.id))];
      if ((same && same.id !== input.id) || (named && named.owner_id !== caller.userId)) throw new AppError('conflict');
      if (named) {
        // The response to an earlier attempt was lost. The person may have corrected something since.
        if (!isSameContact(named, person)) await updateContact(tx, named.id, person);
        return named.id;
      }
      if ((await countContacts(tx, caller.userId)) >= counts.contacts) throw new AppError('limit_exceeded');
      const fresh = input.id ?? newId();
      await insertContact(tx, { id: fresh, owner_id: caller.userId, ...person });
      return fresh;
    });
    return current(caller, id);
  }

  async function update(caller: Caller, id: string, input: Omit<ContactWrite, 'id'>): Promise<Contact> {
    const person = personOf(input);
    await db.transaction().execute(async (tx) => {
      await lockContacts(tx, caller.userId);
      await ownContact(tx, caller, id);
      const same = await findSameContact(tx, caller.userId, person);
      if (same && same.id !== id) throw new AppError('conflict');
      await updateContact(tx, id, person);
    });
    return current(caller, id);
  }

  async function remove(caller: Caller, id: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await ownContact(tx, caller, id);
      await deleteContact(tx, id);
    });
  }

  async function list(caller: Caller, after: string | undefined, search: string | undefined): Promise<OutputOf<'contacts.list'>> {
    const rows = await listContacts(reads, caller.userId, readCursor(after, 'name'), search);
    const page = rows.slice(0, counts.listPage);
    return { contacts: page.map(await viewFor(caller, page)), lastKey: pageOfRows(rows).lastKey };
  }

  return { create, update, remove, list };
}

function personOf({ email, phone, firstName, lastName }: Omit<ContactWrite, 'id'>) {
  if (!email && !phone) throw new AppError('fields_empty');
  return { email, phone, first_name: firstName, last_name: lastName };
}

const isSameContact = (row: ContactRow, person: ReturnType<typeof personOf>): boolean =>
  row.email === person.email && row.phone === person.phone && row.first_name === person.first_name && row.last_name === person.last_name;

async function ownContact(db: Db | Tx, caller: Caller, id: string): Promise<ContactRow> {
  const row = await findContact(db, id);
  if (!row) throw new AppError('not_found');
  if (row.owner_id !== caller.userId) throw new AppError('permission_denied');
  return row;
}

const toContact = (row: ContactRow, avatar: string | null): Contact => ({
  id: row.id, email: row.email, phone: row.phone, firstName: row.first_name, lastName: row.last_name, avatar,
  createdAt: row.created_at.toISOString(), updatedAt: row.updated_at.toISOString(),
});
