/** Promo codes: made on the command line, used by people. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openContext, type CliContext } from '#server/cli/context.ts';
import { promoCommands } from '#server/cli/promo.commands.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client } from './client.ts';

let server: TestApp;
let ada: Client;
let operator: CliContext;

beforeAll(async () => {
  server = await startTestApp({ BILLING: 'true' });
  ada = await Client.signIn(server, 'ada@example.org');
  operator = await (await openContext(server.infrastructure.config, pino({ level: 'silent' }))).installation();
});
afterAll(async () => {
  await operator.close();
  await server.close();
});

async function promo(action: 'list' | 'add' | 'end', code = '', options: Record<string, string> = {}) {
  const command = promoCommands.find(({ usage }) => usage.startsWith(`promo ${action}`));
  if (command?.needs !== 'installation') throw new Error(`promo ${action} is not there`);
  return command.run(operator, { words: [code], options });
}

const preview = (promoCode: string) => ({ body: { plan: 'h_b_m' as const, promoCode } });

test('a promo code has its stated value until it ends', async () => {
  await promo('add', 'Spring-26', { percent: '20', plans: 'h_b_m, h_b_a', uses: '3', until: '2099-01-01' });
  expect(await ada.call('billing.promoCodePreview', preview('spring-26'))).toMatchObject({ oldPrice: 1500, newPrice: 1200 });
  expect(await promo('list')).toEqual([{ code: 'Spring-26', discount: '20 %', plans: 'h_b_m, h_b_a', until: '2099-01-01T00:00:00.000Z', left: 3, used: 0 }]);
  await promo('end', 'Spring-26');
  expect(await ada.refusal('billing.promoCodePreview', preview('Spring-26'))).toBe('promo_code_not_found');
  const acts = await server.infrastructure.db.selectFrom('administrative_actions').select(['action', 'subject']).orderBy('number').execute();
  expect(acts).toEqual([{ action: 'promo_code_added', subject: 'Spring-26' }, { action: 'promo_code_ended', subject: 'Spring-26' }]);
});

test.each([
  ['without a discount', 'FREE', {}], ['with two discounts', 'FREE', { percent: '10', amount: '5' }], ['over 100 %', 'FREE', { percent: '101' }],
  ['with a fraction of a cent', 'FREE', { amount: '0.5' }], ['for an unknown plan', 'FREE', { percent: '10', plans: 'h_x' }],
  ['already expired', 'FREE', { percent: '10', until: '2001-01-01' }], ['with a name that cannot be typed', 'a b', { percent: '10' }], ['already in use', 'SPRING-26', { percent: '10' }],
] as [string, string, Record<string, string>][])('a promo code that is %s is not created', async (_, code, options) => {
  await expect(promo('add', code, options)).rejects.toMatchObject({ name: 'CommandError' });
});

test('an unknown promo code cannot be ended', async () => {
  await expect(promo('end', 'NOBODY')).rejects.toMatchObject({ name: 'CommandError' });
});
