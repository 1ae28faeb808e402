import { planCodes, plans, seats, type PlanCode } from '#contract/plans.ts';
import type { Db } from '#server/platform/database/database.ts';
import { findOverrides, overridableFlags, setOverride, type OverridableFlag } from '#server/repositories/feature-overrides.repository.ts';
import { findOrganization } from '#server/repositories/organizations.repository.ts';
import { findSubscription, lockSubscription, updateSubscription, type Holder } from '#server/repositories/subscriptions.repository.ts';
import { CommandError, type Command } from './command.ts';
import { findPerson } from './people.commands.ts';

/** Finds a person by address or id, or an organization by id. */
async function holderNamed(db: Db, name: string): Promise<Holder> {
  const organization = name.includes('@') ? undefined : await findOrganization(db, name);
  return organization ? { id: organization.id, type: 'organization' } : { id: (await findPerson(db, name)).id, type: 'person' };
}

const switches = { on: true, off: false, default: null } as const;

export const planCommands: readonly Command[] = [
  {
    usage: 'plans show HOLDER', summary: 'the plan of a person (address or id) or an organization (id)', needs: 'installation',
    run: async ({ db }, { words: [name = ''] }) => {
      const holder = await holderNamed(db, name);
      const row = await findSubscription(db, holder.id);
      return [{ holder: holder.id, plan: row?.plan ?? 'h_e', status: row?.status ?? 'none', quantity: row?.quantity ?? 1, until: row?.end_at?.toISOString() ?? null }];
    },
  },
  {
    usage: 'plans set HOLDER PLAN', summary: `give a plan without a payment: ${planCodes.join(', ')}; --seats for an organization, --until 2030-12-31`, needs: 'installation',
    options: { seats: { type: 'string' }, until: { type: 'string' } },
    run: async ({ db, services, actor }, { words: [name = '', plan = ''], options }) => {
      const holder = await holderNamed(db, name);
      const wanted = { plan: planFor(holder, plan), quantity: seatsIn(options.seats), end_at: parseDay(options.until) };
      await db.transaction().execute(async (tx) => {
        await lockSubscription(tx, holder);
        await updateSubscription(tx, holder.id, { ...wanted, status: 'active', started_at: new Date(), cancel_at_period_end: wanted.end_at !== null, paid: 0 });
        await services.administrativeLog.record(tx, { action: 'plan_set', actor, subject: holder.id, details: { ...wanted, end_at: wanted.end_at?.toISOString() ?? null } });
      });
      return `${holder.id}: ${wanted.plan}`;
    },
  },
  {
    usage: 'flags list HOLDER', summary: 'what a person or an organization was given or denied beside the plan', needs: 'installation',
    run: async ({ db }, { words: [name = ''] }) => {
      const { id } = await holderNamed(db, name);
      const overrides = (await findOverrides(db, [id]))(id);
      return overridableFlags.map((flag) => ({ flag, value: overrides[flag] === undefined ? 'default' : overrides[flag] ? 'on' : 'off' }));
    },
  },
  {
    usage: 'flags set HOLDER FLAG VALUE', summary: 'on, off, or default: what the plan says', needs: 'installation',
    run: async ({ db, services, actor }, { words: [name = '', flag = '', value = ''] }) => {
      const holder = await holderNamed(db, name);
      if (!isFlag(flag)) throw new CommandError(`There is no flag ${flag}. There are: ${overridableFlags.join(', ')}.`);
      if (!Object.hasOwn(switches, value)) throw new CommandError('VALUE is on, off or default.');
      await db.transaction().execute(async (tx) => {
        await setOverride(tx, holder.id, flag, switches[value as keyof typeof switches]);
        await services.administrativeLog.record(tx, { action: 'flag_set', actor, subject: holder.id, details: { flag, value } });
      });
      return `${holder.id}: ${flag} ${value}`;
    },
  },
];

const isFlag = (name: string): name is OverridableFlag => overridableFlags.some((flag) => flag === name);

function planFor({ type }: Holder, code: string): PlanCode {
  const plan = planCodes.find((each) => each === code);
  if (plan === undefined || (plans[plan].holder !== 'both' && plans[plan].holder !== type)) {
    const fitting = planCodes.filter((each) => ['both', type].includes(plans[each].holder));
    throw new CommandError(`${code} is no plan for ${type === 'person' ? 'a person' : 'an organization'}. There are: ${fitting.join(', ')}.`);
  }
  return plan;
}

function seatsIn(text: string | boolean | undefined): number {
  const count = text === undefined ? 1 : Number(text);
  if (count !== 1 && !(Number.isInteger(count) && count >= seats.minimum && count <= seats.maximum)) throw new CommandError(`Seats are ${seats.minimum} to ${seats.maximum}.`);
  return count;
}

export function parseDay(text: string | boolean | undefined): Date | null {
  if (text === undefined) return null;
  const day = new Date(String(text));
  if (Number.isNaN(day.getTime()) || day < new Date()) throw new CommandError('--until is a day in the future, as 2030-12-31.');
  return day;
}
