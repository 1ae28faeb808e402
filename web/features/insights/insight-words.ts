import type { Insight, InsightAction } from '#contract/entities/insight.ts';
import { listOf } from '#web/services/i18n/joined.ts';
import { dateWithZone } from '#web/ui/dates.ts';
import { personName } from '#web/ui/initials.ts';

type Person = { firstName: string | null; lastName: string | null; email: string | null; phone: string | null } | null;

const nameOf = (person: Person): string | null => (person ? personName(person) || null : null);

/** Returns the names in the text of an entry; `someone` stands for unknown people. */
export function wordsOf({ actor, attributes }: Insight, someone: string, language: string): Record<'actor' | 'user' | 'users' | 'newOwner' | 'title' | 'deadline', string> {
  const users = attributes.users.flatMap((each) => nameOf(each) ?? []);
  return {
    actor: nameOf(actor) ?? someone,
    user: nameOf(attributes.user) ?? someone,
    users: users.length > 0 ? listOf(users, language) : someone,
    newOwner: nameOf(attributes.newOwner) ?? someone,
    title: attributes.title ?? '',
    deadline: attributes.deadline ? dateWithZone(attributes.deadline, language) : '',
  };
}

/** For what somebody was invited that is no signature; null for everything else. */
export const invitedAs = ({ action, attributes: { type } }: Insight): 'approver' | 'viewer' | null =>
  (action === 'recipient_invited' && (type === 'approver' || type === 'viewer') ? type : null);

/** Semantic colour of an action. */
type Tone = 'success' | 'attention' | 'negative' | 'secondary';

export const toneOf: Record<InsightAction, Tone> = {
  file_created: 'secondary', file_updated: 'secondary', file_deleted: 'negative', file_print: 'secondary', file_download: 'secondary',
  file_constented_use_esignatures: 'secondary', file_signed: 'success', transaction_created: 'secondary', transaction_updated: 'secondary',
  transaction_started: 'attention', transaction_viewed: 'secondary', transaction_signed_by_recipient: 'success', transaction_approved_by_recipient: 'success', transaction_viewed_by_recipient: 'success',
  transaction_declined_by_recipient: 'negative', transaction_canceled: 'negative', transaction_deleted: 'negative',
  transaction_reassigned: 'attention', transaction_reminded: 'attention', transaction_reminded_automatically: 'attention', transaction_deadline_changed: 'attention', transaction_deadline_removed: 'attention',
  transaction_reminders_changed: 'secondary', transaction_completed: 'success', transaction_expired: 'negative',
  identity_check_started: 'secondary', identity_check_submitted: 'attention', identity_check_approved: 'success', identity_check_rejected: 'negative',
  identity_check_canceled: 'negative', recipient_invited: 'attention', signing_link_copied: 'secondary', access_code_changed: 'secondary', access_code_locked: 'negative', access_code_entered: 'secondary',
  access_code_sent: 'secondary', attachment_added: 'secondary', attachment_removed: 'secondary',
  audit_generated: 'secondary', resource_shared: 'secondary', resource_sharing_stopped: 'secondary', resource_published: 'attention', resource_unpublished: 'secondary',
  template_created: 'secondary', template_updated: 'secondary', template_deleted: 'negative', template_used: 'secondary',
  direct_link_created: 'secondary', direct_link_changed: 'secondary', direct_link_renewed: 'attention', direct_link_used: 'attention',
  send_approval_requested: 'attention', send_approval_given: 'success', send_approval_returned: 'negative', send_approval_withdrawn: 'secondary', send_approval_voided: 'secondary',
  owner_changed: 'attention', access_requested: 'attention', access_request_accepted: 'secondary', access_request_rejected: 'negative',
};

/** Sorts newest first; entries with equal times are in reverse order of their ids. */
export const newestFirst = (insights: readonly Insight[]): Insight[] =>
  [...insights].sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id)).reverse();

export interface Day {
  /** The same whatever is added to the day. */
  readonly key: string;
  /** Time of the day's first listed entry, for the heading. */
  readonly at: string;
  readonly insights: readonly Insight[];
}

const dayOf = (iso: string): string => new Date(iso).toDateString();

/** Groups entries by local day, keeping their order. */
export function byDay(insights: readonly Insight[]): Day[] {
  const days: { key: string; at: string; insights: Insight[] }[] = [];
  for (const each of insights) {
    const last = days.at(-1);
    const key = dayOf(each.createdAt);
    if (last?.key === key) last.insights.push(each);
    else days.push({ key, at: each.createdAt, insights: [each] });
  }
  return days;
}

const DAY = 86_400_000;

/** Whether a time was today or yesterday in the local time zone. */
export function nearDay(at: string, now = new Date()): 'today' | 'yesterday' | null {
  if (dayOf(at) === now.toDateString()) return 'today';
  return dayOf(at) === new Date(now.getTime() - DAY).toDateString() ? 'yesterday' : null;
}

const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'], [/\bOPR\//, 'Opera'], [/\bSamsungBrowser\//, 'Samsung Internet'], [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'], [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'], [/iPad/, 'iPad'], [/Android/, 'Android'], [/Windows/, 'Windows'], [/Mac OS X|Macintosh/, 'macOS'], [/CrOS/, 'ChromeOS'], [/Linux/, 'Linux'],
];

/** Returns browser and operating system from a user agent; null if neither is recognised. */
export function deviceOf(userAgent: string | null): { browser: string; system: string } | null {
  if (!userAgent) return null;
  const found = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = found(browsers);
  const system = found(systems);
  return browser && system ? { browser, system } : null;
}
