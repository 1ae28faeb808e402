import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { reseal } from '#server/adapters/authority/key-vault.ts';
import { CommandError, type Command } from './command.ts';

/** Keys that can be renewed, with the consequences. Trust roots that were distributed to others aren't renewable. */
const renewable: Readonly<Record<string, string>> = {
  'identity/signing': 'signatures of sign-in tokens; people sign in again',
  'identity/cookies': 'signatures of sign-in cookies; people sign in again',
  'identity/codes': 'one-time codes under way become invalid',
  storage_addresses: 'addresses of documents given out before become invalid',
  'authority/issuing': 'new signers get certificates of a new issuing authority under the same root',
};

export const keyCommands: readonly Command[] = [
  {
    usage: 'keys list', summary: 'the keys of the installation, without their content', needs: 'installation',
    run: async ({ db }) => {
      const rows = await db.selectFrom('sealed_keys').select(['name', 'created_at']).orderBy('name').execute();
      return rows.map(({ name, created_at }) => ({ key: name, since: created_at.toISOString(), 'can be renewed': renewable[name] ?? 'no' }));
    },
  },
  {
    usage: 'keys renew KEY', summary: 'forget a key: the servers make a new one when they start again', needs: 'installation',
    run: async ({ db, services, actor }, { words: [name = ''] }) => {
      if (!Object.hasOwn(renewable, name)) throw new CommandError(`${name} can't be renewed. There are: ${Object.keys(renewable).join(', ')}.`);
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('sealed_keys').where('name', '=', name).execute();
        await services.administrativeLog.record(tx, { action: 'key_rotated', actor, subject: name });
      });
      return `Start every server again: ${renewable[name]}.`;
    },
  },
  {
    usage: 'keys rotate-secret', summary: 'seal all keys under a new secret key; stop the servers first', needs: 'installation',
    run: async ({ db, config, keyFile, services, actor }) => {
      const next = randomBytes(32);
      const text = `${next.toString('base64')}\n`;
      // Written before anything is sealed with it, so that a crash can't lose the only key.
      const nextFile = `${keyFile ?? `${config.dataDir}/secret.key`}.next`;
      if (existsSync(nextFile)) throw new CommandError(`${nextFile} is left from a rotation that was interrupted. Find out which of the two keys opens the database ("keys list" says nothing of it, starting does), and move the other away.`);
      writeFileSync(nextFile, text, { mode: 0o600, flag: 'wx', flush: true });
      const old = config.secretKey ?? Buffer.from(readFileSync(keyFile ?? '', 'utf8').trim(), 'base64');
      await db.transaction().execute(async (tx) => {
        await reseal(tx, old, next);
        await services.administrativeLog.record(tx, { action: 'key_rotated', actor, subject: 'secret key' });
      });
      if (keyFile === null) return `The new SECRET_KEY is in ${nextFile}. Set it for every server, then delete that file.`;
      renameSync(keyFile, `${keyFile}.old`);
      renameSync(nextFile, keyFile);
      return `${keyFile} is the new key. Start the servers again; backups made before need ${keyFile}.old.`;
    },
  },
];
