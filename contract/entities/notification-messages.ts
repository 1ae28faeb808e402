/** The messages of notifications: which there are for each kind of event, and who can switch them off. */
import type { NotificationKind } from '#contract/entities/notifications.ts';
import type { EventType } from '#contract/events.ts';

/**
 * What people are told of each kind of live event: the codes of its messages, each with the kind of notification that people can
 * switch off (null: always told). An event without messages only updates what is on the screen, for the reason given.
 */
export const messagesOfEvents = {
  incoming_transaction: { signature_requested: null, approval_requested: null, viewing_requested: null, own_turn: null, in_person_requested: null },
  transaction_signed_by_recipient: { signed: 'signed' },
  transaction_declined_by_recipient: { declined: 'declined' },
  transaction_canceled: { canceled: 'canceled' },
  transaction_deleted: { deleted: 'canceled' },
  // Most updates are of drafts or of what the page of the request shows; these are news.
  transaction_updated: {
    approved: 'signed', viewed: 'signed', reminded: 'reminder', expired: null, direct_link_used: 'direct_link_used', access_code_locked: null, identity_pending: null,
    send_approval_requested: null, send_approval_given: null, send_approval_returned: null, send_approval_voided: null,
  },
  transaction_reassigned: { reassigned: 'reassigned', released: 'reassigned' },
  transaction_completed: { completed: 'completed' },
  // A finished audit trail comes with the completed request, which is news already.
  generate_audit: { audit_failed: null },
  access_requested: { access_requested: 'access_requested' },
  access_request_accepted: { access_request_accepted: 'access_request_accepted' },
  access_request_rejected: { access_request_rejected: 'access_request_rejected' },
  resource_sharing_stopped: { sharing_stopped: 'resource_shared' },
  resource_shared: { resource_shared: 'resource_shared', owner_changed: 'owner_changed' },
  if_validation_rejected: { identity_rejected: null, own_identity_rejected: null },
  if_validation_approved: { identity_approved: null, own_identity_approved: null },
  bulk_job_end: { bulk_sent: null, bulk_deleted: null, bulk_failed: null },
  // The owner has just started it.
  bulk_sending_started: {},
  // Ten thousand changes of a counter are no news; the list of bulks shows it.
  bulk_counter_changed: {},
  // A finished conversion is seen in the list of files, where its owner waits for it.
  convert_to_pdf: { conversion_failed: null },
  invite_to_org: { invited: 'organization_invite' },
} as const satisfies Record<EventType, Readonly<Record<string, NotificationKind | null>>>;

type MessagesOfEvents = typeof messagesOfEvents;
export type NotificationCode = { [Type in EventType]: keyof MessagesOfEvents[Type] }[EventType] & string;

interface MessageRule {
  action: EventType;
  kind: NotificationKind | null;
}

const rules: ReadonlyMap<string, MessageRule> = new Map(
  Object.entries(messagesOfEvents).flatMap(([action, messages]) => Object.entries(messages).map(([code, kind]): [string, MessageRule] => [code, { action: action as EventType, kind }])),
);

export const notificationCodes = [...rules.keys()] as NotificationCode[];

/** The event that a message belongs to, and the kind that people can switch off. */
export function ruleOfMessage(code: NotificationCode): MessageRule {
  const rule = rules.get(code);
  if (!rule) throw new Error(`No message ${code}`);
  return rule;
}

/** Whether people may be told of this kind of event. */
export const hasMessages = (type: EventType): boolean => Object.keys(messagesOfEvents[type]).length > 0;
