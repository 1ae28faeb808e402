import type { ColumnType, Generated } from 'kysely';
import type { PaymentMethod, Subscription } from '#contract/entities/billing.ts';
import type { PlanCode } from '#contract/plans.ts';
import type { CreatedAt } from './identity.tables.ts';

type UpdatedAt = ColumnType<Date, Date | undefined, Date>;

export interface SubscriptionsTable {
  holder_id: string;
  holder_type: 'person' | 'organization';
  plan: Generated<PlanCode>;
  quantity: Generated<number>;
  status: Generated<Subscription['status']>;
  started_at: Date | null;
  end_at: Date | null;
  trial_used: Generated<boolean>;
  promo_code: string | null;
  cancel_at_period_end: Generated<boolean>;
  customer: string | null;
  card: ColumnType<PaymentMethod | null, string | null | undefined, string | null>;
  balance: Generated<number>;
  /** Cents paid for the current period. */
  paid: Generated<number>;
  transactions_used: Generated<number>;
  templates_used: Generated<number>;
  renewal_tries: Generated<number>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

export interface PaymentsTable {
  id: string;
  holder_id: string;
  purpose: 'start' | 'update' | 'renewal';
  plan: PlanCode;
  quantity: number;
  amount: number;
  /** Cents of the amount that the card was charged, once it is paid; the rest came from the balance or is owed. Null for payments before this was recorded. */
  charged: number | null;
  promo_code: string | null;
  end_at: Date | null;
  state: Generated<'pending' | 'paid' | 'failed'>;
  card: string | null;
  provider_id: string | null;
  client_secret: string | null;
  created_at: CreatedAt;
  settled_at: Date | null;
}

export interface PromoCodesTable {
  code: string;
  discount_amount: number | null;
  /** `numeric`: the driver returns it as text. */
  discount_rate: ColumnType<string | null, number | null | undefined, number | null>;
  plans: Generated<string[]>;
  expires_at: Date | null;
  uses_left: number | null;
}

interface PromoCodeUsesTable {
  code: string;
  holder_id: string;
  created_at: CreatedAt;
}

interface FeedbackTable {
  id: string;
  user_id: string | null;
  subject: string;
  description: string;
  name: string | null;
  email: string | null;
  priority: number;
  status: Generated<number>;
  trace_id: string | null;
  user_agent: string;
  attempts: Generated<number>;
  last_error: string | null;
  handed_over_at: Date | null;
  created_at: CreatedAt;
}

interface IntegrationsTable {
  user_id: string;
  name: string;
  active: boolean;
  updated_at: UpdatedAt;
}

/** Tables of billing, feedback and integrations. */
export interface BillingTables {
  subscriptions: SubscriptionsTable;
  payments: PaymentsTable;
  promo_codes: PromoCodesTable;
  promo_code_uses: PromoCodeUsesTable;
  billing_notices: { id: string; created_at: CreatedAt };
  feedback: FeedbackTable;
  integrations: IntegrationsTable;
}
