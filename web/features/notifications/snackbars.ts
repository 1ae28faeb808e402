import type { NotificationCode } from '#contract/entities/notification-messages.ts';

/**
 * Who shows the snackbar of a message: the list itself (`list`), or a listener of the app, which says it with what the message is
 * about or changes what is on the screen as well (`web/app/listeners`).
 */
export const snackbarOf = {
  signature_requested: 'request-notices', approval_requested: 'request-notices', viewing_requested: 'request-notices', own_turn: 'list', in_person_requested: 'list',
  signed: 'request-notices', approved: 'list', viewed: 'list', declined: 'request-notices', canceled: 'request-notices', deleted: 'list', reminded: 'list', expired: 'list',
  direct_link_used: 'list', access_code_locked: 'list', identity_pending: 'list', identity_approved: 'list', own_identity_approved: 'list', identity_rejected: 'list', own_identity_rejected: 'list',
  send_approval_requested: 'request-notices', send_approval_given: 'request-notices', send_approval_returned: 'request-notices', send_approval_voided: 'list',
  reassigned: 'list', released: 'list', completed: 'request-notices', audit_failed: 'list',
  access_requested: 'sharing', access_request_accepted: 'sharing', access_request_rejected: 'list', sharing_stopped: 'sharing', resource_shared: 'list', owner_changed: 'list',
  bulk_sent: 'list', bulk_deleted: 'list', bulk_failed: 'list', conversion_failed: 'list', invited: 'invitations',
} as const satisfies Record<NotificationCode, 'list' | 'request-notices' | 'sharing' | 'invitations'>;
