/** Renders the receipt of a payment as a PDF. */
import { currency, plans, type PlanCode } from '#contract/plans.ts';
import { fillText as fill, readableLocale, textsOf } from '#server/platform/texts.ts';
import { quiet, ReportPage } from './report-page.ts';

const texts = textsOf('server');

/** Amounts are in cents. */
export interface ReceiptFacts {
  locale: string;
  installation: string;
  madeAt: Date;
  number: string;
  paidAt: Date;
  payer: string;
  contact: string | null;
  plan: PlanCode;
  seats: number;
  /** The end of the paid period. */
  until: Date | null;
  promoCode: string | null;
  amount: number;
  /** What the card was charged; null if that was not recorded. */
  charged: number | null;
  /** The last digits of the card. */
  card: string | null;
}

export async function renderReceipt(facts: ReceiptFacts): Promise<Buffer> {
  const locale = readableLocale(facts.locale);
  const t = texts[locale].receipt;
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const amountOf = (cents: number): string => money.format(cents / 100);
  const page = await ReportPage.open({ title: fill(t.of, { number: facts.number }), locale, madeAt: facts.madeAt });
  page.write('H1', t.title, { size: 22 });
  page.write('P', fill(t.made, { installation: facts.installation, day: day.format(facts.madeAt) }), { size: 9, color: quiet });
  page.gap(1);
  const rows = [
    [t.number, facts.number],
    [t.paid, day.format(facts.paidAt)],
    [t.payer, [facts.payer, facts.contact].filter(Boolean).join(' · ')],
    [t.plan, planOf(facts, t)],
    [t.seats, facts.seats > 1 ? String(facts.seats) : null],
    [t.until, facts.until && day.format(facts.until)],
    [t.promoCode, facts.promoCode],
    [t.amount, amountOf(facts.amount)],
    ...settlementOf(facts, amountOf, t),
  ] as const;
  for (const [label, value] of rows) if (value !== null) page.row(label, value);
  page.gap(1);
  page.write('P', t.noTax, { size: 8.5, color: quiet });
  return page.finish((number, pages) => fill(t.page, { page: number, pages }));
}

type Texts = typeof texts.en.receipt;

function planOf({ plan }: ReceiptFacts, t: Texts): string {
  const { key, period } = plans[plan];
  const name = key === 'BusinessOrganization' ? 'Business' : key;
  return period === null ? name : `${name} · ${t[period]}`;
}

/** How the amount was settled: by the card, and from the balance or as a debt. */
function settlementOf({ amount, charged, card }: ReceiptFacts, amountOf: (cents: number) => string, t: Texts): [string, string][] {
  if (charged === null) return card === null ? [] : [[t.card, fill(t.ending, { last: card })]];
  const rest = amount - charged;
  return [
    ...(charged > 0 && card !== null ? [[t.card, `${fill(t.ending, { last: card })} · ${amountOf(charged)}`] as [string, string]] : []),
    ...(rest === 0 ? [] : [[t.balance, amountOf(rest)] as [string, string]]),
  ];
}
