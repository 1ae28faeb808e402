/** Integrations of a user: switched on or off here, and reported to the configured endpoint. */
import type { IntegrationName } from '#contract/entities/integration.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import type { Caller } from '#server/services/caller.ts';
import type { ProfileService } from './profile.service.ts';

const timeLimit = 10_000;

interface IntegrationsDependencies {
  db: Db;
  profile: ProfileService;
  config: Pick<Config, 'integrations'>;
}

export type IntegrationsService = ReturnType<typeof createIntegrationsService>;

export function createIntegrationsService({ db, profile, config }: IntegrationsDependencies) {
  async function set(caller: Caller, name: IntegrationName, active: boolean): Promise<Profile> {
    if (config.integrations === null) throw new AppError('feature_not_supported');
    const known = await db.selectFrom('integrations').select('active').where('user_id', '=', caller.userId).where('name', '=', name).executeTakeFirst();
    if ((known?.active ?? false) !== active) {
      // Calls the endpoint first: a failed call must not leave the integration marked as changed.
      await reportChange(config.integrations, { name, active, userId: caller.userId });
      const row = { user_id: caller.userId, name, active, updated_at: new Date() };
      await db.insertInto('integrations').values(row).onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet(row)).execute();
    }
    return profile.get(caller);
  }

  return {
    activate: (caller: Caller, name: IntegrationName) => set(caller, name, true),
    deactivate: (caller: Caller, name: IntegrationName) => set(caller, name, false),
  };
}

async function reportChange({ url, token }: NonNullable<Config['integrations']>, change: { name: IntegrationName; active: boolean; userId: string }): Promise<void> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(change),
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimit),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`it answered ${response.status}`);
  } catch (error) {
    throw new AppError('integration_error', { reason: error instanceof Error ? error.message : String(error) });
  }
}
