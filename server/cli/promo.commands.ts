import { planCodes, type PlanCode } from '#contract/plans.ts';
import { CommandError, type Command } from './command.ts';
import { parseDay } from './plans.commands.ts';

type Words = Readonly<Record<string, string | boolean | undefined>>;

export const promoCommands: readonly Command[] = [
  {
    usage: 'promo list', summary: 'promo codes, and how often each was used', needs: 'installation',
    run: async ({ db }) => {
      const codes = await db.selectFrom('promo_codes').selectAll().orderBy('code').execute();
      const uses = await db.selectFrom('promo_code_uses').select((query) => ['code', query.fn.countAll<string>().as('count')]).groupBy('code').execute();
      return codes.map((row) => ({
        code: row.code, discount: row.discount_amount === null ? `${Number(row.discount_rate) * 100} %` : `${row.discount_amount} cents`,
        plans: row.plans.length === 0 ? 'all' : row.plans.join(', '), until: row.expires_at?.toISOString() ?? null, left: row.uses_left ?? 'no limit',
        used: Number(uses.find(({ code }) => code === row.code)?.count ?? 0),
      }));
    },
  },
  {
    usage: 'promo add CODE', summary: '--percent 50 or --amount 500 (cents); --plans h_b_m,h_b_a, --uses 100, --until 2030-12-31', needs: 'installation',
    options: { percent: { type: 'string' }, amount: { type: 'string' }, plans: { type: 'string' }, uses: { type: 'string' }, until: { type: 'string' } },
    run: async ({ db, services, actor }, { words: [code = ''], options }) => {
      if (!/^[\w-]{3,64}$/.test(code)) throw new CommandError('A code is 3 to 64 letters, digits, hyphens and underscores.');
      const wanted = { ...discountIn(options), plans: plansIn(options.plans), uses_left: numberIn(options.uses, '--uses'), expires_at: parseDay(options.until) };
      await db.transaction().execute(async (tx) => {
        // Codes are case-insensitive.
        const known = await tx.selectFrom('promo_codes').select('code').where((query) => query(query.fn<string>('lower', ['code']), '=', code.toLowerCase())).executeTakeFirst();
        if (known) throw new CommandError(`There is ${known.code} already.`);
        await tx.insertInto('promo_codes').values({ code, ...wanted }).execute();
        await services.administrativeLog.record(tx, { action: 'promo_code_added', actor, subject: code, details: { ...wanted, expires_at: wanted.expires_at?.toISOString() ?? null } });
      });
      return `${code} is there.`;
    },
  },
  {
    usage: 'promo end CODE', summary: 'nobody can use it any more; who has used it keeps the discount', needs: 'installation',
    run: async ({ db, services, actor }, { words: [code = ''] }) => {
      await db.transaction().execute(async (tx) => {
        const ended = await tx.updateTable('promo_codes').set({ expires_at: new Date() }).where('code', '=', code).returning('code').executeTakeFirst();
        if (!ended) throw new CommandError(`There is no promo code ${code}.`);
        await services.administrativeLog.record(tx, { action: 'promo_code_ended', actor, subject: code });
      });
      return `${code} has ended.`;
    },
  },
];

function discountIn({ percent, amount }: Words): { discount_rate: number } | { discount_amount: number } {
  if ((percent === undefined) === (amount === undefined)) throw new CommandError('Either --percent or --amount says what it is worth.');
  if (amount !== undefined) return { discount_amount: numberIn(amount, '--amount') ?? 0 };
  const share = Number(percent);
  if (!(share > 0 && share <= 100)) throw new CommandError('--percent is more than 0 and at most 100.');
  return { discount_rate: share / 100 };
}

function numberIn(text: string | boolean | undefined, name: string): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new CommandError(`${name} is a whole number from 1.`);
  return number;
}

function plansIn(text: string | boolean | undefined): PlanCode[] {
  const named = text === undefined ? [] : String(text).split(',').map((each) => each.trim());
  const known = named.flatMap((name) => planCodes.find((each) => each === name) ?? []);
  if (known.length < named.length) throw new CommandError(`--plans are of ${planCodes.join(', ')}.`);
  return known;
}
