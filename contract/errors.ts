/**
 * All errors of the product: kind (how the client reacts), HTTP status and default English text.
 *
 * `import { errors } from '#contract/errors.ts'; errors.not_found.status // 404`
 *
 * Texts from the specification are kept verbatim, including its spelling. Status 0: the code is never sent over HTTP.
 */
type ErrorKind =
  | 'not_found'
  | 'resource_in_use'
  | 'related_file_deleted'
  | 'request_timeout_error'
  | 'route_not_found'
  | 'version_not_found'
  | 'conflict'
  | 'forbidden'
  | 'auth'
  | 'validation'
  | 'others'
  | 'local'
  | 'document'
  | 'form';

interface ErrorDefinition {
  readonly kind: ErrorKind;
  readonly status: number;
  readonly text: string;
}

export const serverErrorCodes = [
  'not_found', 'resource_in_use', 'related_file_deleted', 'request_timeout_error', 'route_not_found',
  'version_not_found', 'conflict', 'email_already_verified', 'phone_already_verified', 'unable_to_unsubscribe',
  'unable_to_sign_up', 'forbidden', 'forbidden_by_federation', 'unauthorized', 'invalid_token', 'invalid_session',
  'request_validation_error', 'read_only_property', 'required_property', 'permission_denied', 'limit_exceeded',
  'internal_error', 'unable_to_send_sms', 'unable_to_send_email', 'unable_to_set_email', 'unable_to_set_phone',
  'rate_limit_exceeded', 'too_many_requests', 'card_error', 'promo_code_already_used', 'feature_not_supported',
  'integration_error',
] as const;

/** Codes of the server that are not in the specification. */
const ownErrorCodes = [
  'reauthentication_required', 'second_factor_required', 'access_code_required', 'password_common', 'password_breached', 'picture_too_small', 'storage_exceeded', 'work_required',
  'captcha_required', 'captcha_failed', 'captcha_unavailable', 'direct_link_closed', 'direct_link_used', 'part_locked',
  'send_approval_waiting', 'send_approval_required', 'no_send_approver', 'end_to_end_encrypted',
] as const;

export const localErrorCodes = [
  'ui_critical_error', 'process_canceled', 'unregistered_server_error', 'unknown_network_error', 'unknown_ui_error',
  'idb_request_error', 'multiple_errors', 'internal_error_defined', 'ra_error', 'load_script_error',
  'unknown_parsing_error', 'unknown_crypto_error', 'service_unavailable', 'scenario_canceled', 'invalid_code',
  'invalid_link', 'unable_retrieve_cert', 'certificate_enrollment_identity_error', 'service_partner_error',
  'session_expired', 'promo_code_not_found', 'setup_card_error', 'card_confirmation_error',
  'card_confirmation_failed', 'payment_canceled', 'stripe_card_error', 'ticket_not_equal_to_current_user',
  'identity_not_verified',
] as const;

export const documentErrorCodes = [
  'max_count_exceeded', 'max_size_exceeded', 'wrong_mime_type', 'already_exist', 'app_is_offline',
  'conversion_failed', 'unable_to_access', 'connection_failed', 'connection_interrupted',
  'create_file_permission_denied', 'uploading_error', 'pdf_password', 'pdf_incorrect_password', 'pdf_corrupted',
  'pdf_not_ready', 'pdf_merge_fields_failed', 'pdf_parsing_error_no_buffer', 'pdf_parsing_error_no_proxy',
  'pdf_parsing_error_invalid_extention', 'verification_failed', 'unverified_audit', 'sign_failed', 'crypto_error',
  'sign_unknown_error', 'sign_conditions_not_accepted', 'invalid_sig_email', 'invalid_sig_date', 'invalid_sig_id',
  'invalid_sig_type', 'file_body_missing', 'invalid_file_extension', 'not_ready', 'failed_to_encrypt',
  'transaction_id_invalid', 'signatures_invalidation', 'unsupported_source', 'invalid_url',
  'invalid_library_resource', 'validation_error', 'invalid_resource', 'unable_to_get', 'invalid_signer_id',
] as const;

/** Codes of documents that are not in the specification. */
const coreErrorCodes = [
  'invalid_xbrl', 'pdf_dynamic_form', 'pdf_place_fields_failed', 'failed_to_remove_signatures', 'raster_size_mismatch', 'raster_unsupported_size',
  'sign_certificate', 'sign_certificate_expired', 'sign_certificate_not_yet_valid', 'sign_certificate_key', 'sign_certificate_usage',
  'sign_certificate_revoked', 'sign_field_locked', 'sign_lock', 'timestamp_request', 'timestamp_refused',
  'timestamp_unreadable', 'timestamp_imprint', 'timestamp_nonce', 'timestamp_policy', 'timestamp_signature',
  'timestamp_authority', 'timestamp_unavailable', 'validation_signature', 'validation_untrusted',
  'validation_incomplete', 'validation_unavailable',
  'sign_field_not_found', 'sign_field_signed', 'sign_field_exists', 'sign_page_not_found', 'sign_rect',
  'sign_certified', 'pdf_certified', 'pdf_not_permitted', 'pdf_encryption_unsupported', 'sign_not_first', 'sign_certification_level', 'sign_not_pdf', 'sign_hybrid', 'sign_readers_may_disagree', 'sign_repaired', 'sign_session',
  'sign_document_changed', 'sign_document_differs', 'sign_mismatch', 'sign_cms_not_der', 'sign_certificate_of_another', 'sign_code_missing', 'sign_certificate_kind',
  'key_file_passphrase', 'key_file_encryption', 'key_file_mismatch', 'sign_reserve', 'sign_appearance', 'sign_layout', 'verify_revision',
  'verify_trust', 'hash_state', 'failed_to_decrypt', 'failed_to_update_password',
] as const;

export const formErrorCodes = [
  'names_validation', 'fields_empty', 'email_validation', 'fields_validation', 'match_user', 'match_recipient',
  'missing_reason', 'reason_too_large',
] as const;

export type ErrorCode =
  | (typeof serverErrorCodes)[number]
  | (typeof ownErrorCodes)[number]
  | (typeof localErrorCodes)[number]
  | (typeof documentErrorCodes)[number]
  | (typeof coreErrorCodes)[number]
  | (typeof formErrorCodes)[number];

const define = (kind: ErrorKind, status: number, text: string): ErrorDefinition => ({ kind, status, text });

const serverErrors = {
  not_found: define('not_found', 404, 'This wasn\'t found. It may have been deleted.'),
  resource_in_use: define('resource_in_use', 409, 'This is in use and can\'t be changed right now.'),
  related_file_deleted: define('related_file_deleted', 410, 'A file that this depends on was deleted.'),
  request_timeout_error: define('request_timeout_error', 408, 'The request took too long. Try again.'),
  route_not_found: define('route_not_found', 404, 'This address doesn\'t exist.'),
  version_not_found: define('version_not_found', 404, 'This version of the file wasn\'t found.'),
  conflict: define('conflict', 409, 'This was changed in the meantime. Reload the page and try again.'),
  email_already_verified: define('conflict', 409, 'This e-mail address is already confirmed.'),
  phone_already_verified: define('conflict', 409, 'This phone number is already confirmed.'),
  unable_to_unsubscribe: define('conflict', 409, 'The plan can\'t be canceled right now. Try again later.'),
  unable_to_sign_up: define('conflict', 409, 'The account couldn\'t be created. Try again.'),
  forbidden: define('forbidden', 403, 'You aren\'t allowed to do this.'),
  forbidden_by_federation: define('forbidden', 403, 'Your organization\'s sign-in doesn\'t allow this.'),
  unauthorized: define('auth', 401, 'Sign in to continue.'),
  invalid_token: define('auth', 401, 'Your session has expired. Sign in again.'),
  invalid_session: define('auth', 401, 'Your session has expired. Sign in again.'),
  request_validation_error: define('validation', 400, 'The request isn\'t valid.'),
  read_only_property: define('validation', 400, 'This property can\'t be changed.'),
  required_property: define('validation', 400, 'A required property is missing.'),
  permission_denied: define('others', 403, 'You don\'t have permission to do this.'),
  limit_exceeded: define('others', 403, 'There is no quota for the action'),
  internal_error: define('others', 500, 'Something went wrong on the server. Try again.'),
  unable_to_send_sms: define('others', 422, 'The text message couldn\'t be sent. Check the number and try again.'),
  unable_to_send_email: define('others', 422, 'The e-mail couldn\'t be sent. Check the address and try again.'),
  unable_to_set_email: define('others', 409, 'This e-mail address can\'t be used. Enter another one.'),
  unable_to_set_phone: define('others', 409, 'This phone number can\'t be used. Enter another one.'),
  rate_limit_exceeded: define('others', 429, 'Too many requests at once. Wait a moment and try again.'),
  too_many_requests: define('others', 429, 'Too many attempts. Try again later.'),
  card_error: define('others', 402, 'The card was declined. Use another card.'),
  promo_code_already_used: define('others', 409, 'This promo code was already used.'),
  feature_not_supported: define('others', 403, 'This feature isn\'t available here.'),
  integration_error: define('others', 424, 'The connected service isn\'t responding properly. Try again later.'),
} as const satisfies Record<(typeof serverErrorCodes)[number], ErrorDefinition>;

const ownErrors = {
  work_required: define('others', 428, 'Your browser couldn\'t show that you aren\'t a robot. Try again.'),
  captcha_required: define('others', 428, 'Confirm that you aren\'t a robot.'),
  captcha_failed: define('others', 422, 'This didn\'t show that you aren\'t a robot. Try again.'),
  captcha_unavailable: define('others', 503, 'The check for robots can\'t be reached. Try again later. If your browser blocks it, allow it.'),
  storage_exceeded: define('others', 403, 'There isn\'t enough storage left for this. Delete documents that nobody needs any more, or ask for more storage.'),
  picture_too_small: define('validation', 422, 'This picture is too small. Choose one with at least 320 × 240 pixels.'),
  reauthentication_required: define('auth', 403, 'Sign in again to make this change.'),
  second_factor_required: define('forbidden', 403, 'This organization requires a second factor. Set up two-step verification or a passkey in your profile, and sign in with it.'),
  access_code_required: define('forbidden', 403, 'Enter the access code that you got from the sender.'),
  direct_link_closed: define('others', 403, 'This link takes nobody at the moment.'),
  direct_link_used: define('others', 409, 'You have already signed or declined with this link.'),
  part_locked: define('others', 403, 'The template that this request was made from fixes this part.'),
  send_approval_waiting: define('others', 409, 'This request waits for approval. To change it, withdraw it first.'),
  send_approval_required: define('others', 403, 'In your organization, requests are sent only after approval. This can\'t be sent without.'),
  no_send_approver: define('others', 409, 'Nobody in your organization can approve this request. Ask an administrator to name somebody.'),
  end_to_end_encrypted: define('others', 409, 'This request is end-to-end encrypted. That isn\'t possible with it.'),
  password_common: define('others', 422, 'This password is too easy to guess. Choose one that isn\'t a common word, a name, or a pattern on the keyboard.'),
  password_breached: define('others', 422, 'This password has appeared in a data leak. Choose another one that you don\'t use anywhere else.'),
} as const satisfies Record<(typeof ownErrorCodes)[number], ErrorDefinition>;

const localErrors = {
  ui_critical_error: define('local', 0, 'Something went wrong. Reload the page.'),
  process_canceled: define('local', 0, 'The action was canceled.'),
  unregistered_server_error: define('local', 0, 'Unregistered error returned from server'),
  unknown_network_error: define('local', 0, 'Unknown network error occured when sending request'),
  unknown_ui_error: define('local', 0, 'Something went wrong. Try again.'),
  idb_request_error: define('local', 0, 'There is no IDB available on this device.'),
  multiple_errors: define('local', 0, 'Multiple error codes ocurred'),
  internal_error_defined: define('local', 0, 'Something went wrong. Try again.'),
  ra_error: define('local', 0, 'The signing helper isn\'t responding.'),
  load_script_error: define('local', 0, 'Failed to load application resources. Please, check your connection.'),
  unknown_parsing_error: define('local', 0, 'The document can\'t be read.'),
  unknown_crypto_error: define('local', 0, 'A cryptographic operation failed. Try again.'),
  service_unavailable: define('local', 503, 'connection has been broken, or can\'t load files'),
  scenario_canceled: define('local', 0, 'The action was canceled.'),
  invalid_code: define('local', 400, 'Something went wrong and code wasn\'t accepted'),
  invalid_link: define('local', 410, 'Can\'t create document from URL. Link to Document in URL is invalid'),
  unable_retrieve_cert: define('local', 0, 'The certificate couldn\'t be retrieved. Try again.'),
  certificate_enrollment_identity_error: define('local', 403, 'No certificate can be issued for this identity.'),
  service_partner_error: define('local', 502, 'A partner service isn\'t responding properly. Try again later.'),
  session_expired: define('local', 401, 'Your session has expired. Sign in again.'),
  promo_code_not_found: define('local', 404, 'This promo code doesn\'t exist. Check its spelling.'),
  setup_card_error: define('local', 0, 'The card couldn\'t be set up. Try again or use another card.'),
  card_confirmation_error: define('local', 0, 'The card couldn\'t be confirmed. Try again or use another card.'),
  card_confirmation_failed: define('local', 0, 'The card couldn\'t be confirmed. Try again or use another card.'),
  payment_canceled: define('local', 0, 'The payment was canceled.'),
  stripe_card_error: define('local', 0, 'The card was declined. Use another card.'),
  ticket_not_equal_to_current_user: define('local', 409, 'This invitation is for a different account.'),
  identity_not_verified: define('local', 403, 'Recipient identity is requested but wasn\'t verified'),
} as const satisfies Record<(typeof localErrorCodes)[number], ErrorDefinition>;

const documentErrors = {
  max_count_exceeded: define('document', 413, 'Max count of files exceeded'),
  max_size_exceeded: define('document', 413, 'File is too large'),
  wrong_mime_type: define('document', 415, 'File has wrong Mime type'),
  already_exist: define('document', 409, 'File alredy exist'),
  app_is_offline: define('document', 0, 'You can\'t convert files in offline'),
  conversion_failed: define('document', 422, 'This file couldn\'t be converted. Save it as a PDF and add that.'),
  unable_to_access: define('document', 0, 'This file can\'t be read. Choose it again.'),
  connection_failed: define('document', 0, 'No internet connection found'),
  connection_interrupted: define('document', 0, 'The connection was interrupted. Try again.'),
  create_file_permission_denied: define('document', 403, 'User has no access to create a file'),
  uploading_error: define('document', 0, 'The file wasn\'t uploaded. Try again.'),
  pdf_password: define('document', 422, 'This document is password-protected.'),
  pdf_incorrect_password: define('document', 422, 'Provided password is incorrect.'),
  pdf_corrupted: define('document', 422, 'This document is damaged and can\'t be opened.'),
  pdf_not_ready: define('document', 422, 'PDF Document is not ready for fields to be merged'),
  pdf_merge_fields_failed: define('document', 422, 'Unable to merge fields into PDF document'),
  pdf_parsing_error_no_buffer: define('document', 0, 'This document is empty.'),
  pdf_parsing_error_no_proxy: define('document', 0, 'This document can\'t be opened.'),
  pdf_parsing_error_invalid_extention: define('document', 422, 'Documents of this type can\'t be opened. Save it as a PDF and add that.'),
  verification_failed: define('document', 422, 'The document didn\'t pass the check, so nothing was changed.'),
  unverified_audit: define('document', 422, 'The audit trail can\'t be verified.'),
  sign_failed: define('document', 422, 'The document wasn\'t signed. Try again.'),
  crypto_error: define('document', 0, 'A cryptographic operation failed. Try again.'),
  sign_unknown_error: define('document', 0, 'The document wasn\'t signed. Try again.'),
  sign_conditions_not_accepted: define('document', 409, 'There is nothing to sign right now, or it isn\'t your turn yet.'),
  invalid_sig_email: define('document', 400, 'The signature has no e-mail address.'),
  invalid_sig_date: define('document', 400, 'The signature has no date.'),
  invalid_sig_id: define('document', 400, 'The signature has no ID.'),
  invalid_sig_type: define('document', 400, 'The signature has no type.'),
  file_body_missing: define('document', 409, 'This file is empty.'),
  invalid_file_extension: define('document', 422, 'Files of this type can\'t be used here.'),
  not_ready: define('document', 409, 'The document isn\'t ready yet. Try again in a moment.'),
  failed_to_encrypt: define('document', 422, 'The document couldn\'t be password-protected.'),
  transaction_id_invalid: define('document', 400, 'The file belongs to another request.'),
  signatures_invalidation: define('document', 409, 'Document signatures will become invalid after this action'),
  unsupported_source: define('document', 400, 'Files from this source can\'t be added.'),
  invalid_url: define('document', 400, 'This isn\'t a valid web address. It must start with http:// or https://.'),
  invalid_library_resource: define('document', 422, 'Template does not meet for Library usage requirements'),
  validation_error: define('document', 400, 'The request isn\'t valid.'),
  invalid_resource: define('document', 400, 'This can\'t be shared.'),
  unable_to_get: define('document', 422, 'The file couldn\'t be downloaded from this address.'),
  invalid_signer_id: define('document', 422, 'Signer not found in transaction'),
} as const satisfies Record<(typeof documentErrorCodes)[number], ErrorDefinition>;

const coreErrors = {
  invalid_xbrl: define('document', 422, 'Invalid XBRL Document'),
  failed_to_remove_signatures: define('document', 422, 'The signatures couldn\'t be removed from the document.'),
  pdf_dynamic_form: define('document', 422, 'This form only works in the program it was made with. Open it there, print it to a new PDF, and add that.'),
  pdf_place_fields_failed: define('document', 422, 'The fields couldn\'t be placed in the document.'),
  raster_size_mismatch: define('document', 422, 'This page can\'t be searched for fields.'),
  raster_unsupported_size: define('document', 422, 'This page is too small or too large to be searched for fields.'),
  sign_certificate: define('document', 422, 'The certificate can\'t be used for signing.'),
  sign_certificate_expired: define('document', 422, 'The certificate has expired. Choose another one.'),
  sign_certificate_not_yet_valid: define('document', 422, 'The certificate isn\'t valid yet. Check the clock of your device.'),
  sign_certificate_key: define('document', 422, 'The certificate\'s key is too weak to sign with. Choose another one.'),
  sign_certificate_usage: define('document', 422, 'The certificate isn\'t meant for signing documents. Choose another one.'),
  sign_certificate_revoked: define('document', 422, 'The certificate was revoked. Choose another one.'),
  sign_field_locked: define('document', 422, 'An earlier signature locked this field.'),
  sign_lock: define('document', 422, 'An earlier signature doesn\'t allow this one to lock fields.'),
  timestamp_request: define('document', 422, 'The time stamp request isn\'t valid.'),
  timestamp_refused: define('document', 422, 'The time-stamp service refused the request. Try again later.'),
  timestamp_unreadable: define('document', 422, 'The time-stamp service sent a reply that can\'t be read.'),
  timestamp_imprint: define('document', 422, 'The time stamp doesn\'t match this document.'),
  timestamp_nonce: define('document', 422, 'The time stamp answers a different request.'),
  timestamp_policy: define('document', 422, 'The time stamp was made under a different policy than requested.'),
  timestamp_signature: define('document', 422, 'The time stamp\'s signature isn\'t valid.'),
  timestamp_authority: define('document', 422, 'The time-stamp service isn\'t trusted.'),
  timestamp_unavailable: define('document', 422, 'The time-stamp service isn\'t responding. Signing continues when it does.'),
  validation_signature: define('document', 422, 'A signature in the document can\'t be read.'),
  validation_untrusted: define('document', 422, 'The certificate was not issued by a trusted authority.'),
  validation_incomplete: define('document', 422, 'Some of the proof that the certificates are valid is still missing.'),
  validation_unavailable: define('document', 422, 'The proof that the certificates are valid can\'t be fetched right now. Signing continues when it can.'),
  sign_field_not_found: define('document', 422, 'The signature field is missing from the document.'),
  sign_field_signed: define('document', 422, 'This field is already signed.'),
  sign_field_exists: define('document', 422, 'The document already has a field with this name.'),
  sign_page_not_found: define('document', 422, 'The document doesn\'t have this page.'),
  sign_rect: define('document', 422, 'The signature field isn\'t on the page.'),
  sign_certified: define('document', 422, 'This document can\'t be signed: its author doesn\'t allow more signatures.'),
  pdf_certified: define('document', 422, 'This document can\'t be changed: its author signed it and doesn\'t allow this change.'),
  pdf_not_permitted: define('document', 422, 'The protection of this document doesn\'t allow this. Open it with the owner\'s password.'),
  pdf_encryption_unsupported: define('document', 422, 'This document is protected in a way that isn\'t supported here. Save it without this protection in the program that opens it, and add that.'),
  sign_not_first: define('document', 422, 'Only the first signature can restrict later changes.'),
  sign_certification_level: define('document', 422, 'This level of permitted changes doesn\'t exist.'),
  sign_not_pdf: define('document', 422, 'This works with PDFs only. Print the page to a PDF and add that.'),
  sign_hybrid: define('document', 422, 'This document can\'t be signed: it may look different in different programs. Print it to a new PDF and add that.'),
  sign_readers_may_disagree: define('document', 422, 'This document can\'t be signed: different programs may show different content in it. Add a clean copy of it instead.'),
  sign_repaired: define('document', 422, 'This document can\'t be signed: it is damaged. Save it again in the program it comes from and add that.'),
  sign_session: define('document', 422, 'Signing was interrupted. Sign again.'),
  sign_document_changed: define('document', 422, 'The document changed while you were signing. Sign again.'),
  sign_document_differs: define('document', 422, 'What arrived in this browser isn\'t the document that the server has. Nothing was signed. Reload the page and try again.'),
  sign_mismatch: define('document', 422, 'The signature doesn\'t match the document. Sign again.'),
  sign_cms_not_der: define('document', 422, 'The signature isn\'t in the format that PDF requires.'),
  sign_certificate_of_another: define('document', 422, 'This certificate belongs to someone else.'),
  sign_code_missing: define('document', 403, 'The code for the server certificate has expired. Choose that certificate again to get a new one.'),
  sign_certificate_kind: define('document', 422, 'The sender requires a different kind of certificate.'),
  key_file_passphrase: define('document', 422, 'This passphrase doesn\'t open the key file.'),
  key_file_encryption: define('document', 422, 'The key file uses outdated encryption. Export it again with a current program.'),
  key_file_mismatch: define('document', 422, 'None of the certificates in the key file matches its key.'),
  sign_reserve: define('document', 422, 'The signature is larger than the space reserved for it. Sign again.'),
  sign_appearance: define('document', 422, 'The signature image can\'t be drawn into the document.'),
  sign_layout: define('document', 422, 'The signature can\'t be written to the document.'),
  verify_revision: define('document', 422, 'The document doesn\'t have this earlier version.'),
  verify_trust: define('document', 422, 'A certificate set as trusted can\'t be read.'),
  hash_state: define('document', 422, 'The stored state of the document can\'t be used. Try again.'),
  failed_to_decrypt: define('document', 422, 'This password opens the document but doesn\'t allow removing its protection.'),
  failed_to_update_password: define('document', 422, 'The document\'s password couldn\'t be changed.'),
} as const satisfies Record<(typeof coreErrorCodes)[number], ErrorDefinition>;

const formErrors = {
  names_validation: define('form', 400, 'Enter a valid name.'),
  fields_empty: define('form', 400, 'Enter an e-mail address.'),
  email_validation: define('form', 400, 'Enter a valid e-mail address.'),
  fields_validation: define('form', 400, 'Enter a valid e-mail address or phone number.'),
  match_user: define('form', 400, 'You can\'t choose yourself.'),
  match_recipient: define('form', 400, 'This person is already a recipient.'),
  missing_reason: define('form', 400, 'Enter a reason.'),
  reason_too_large: define('form', 400, 'The reason is too long.'),
} as const satisfies Record<(typeof formErrorCodes)[number], ErrorDefinition>;

export const errors = {
  ...serverErrors,
  ...ownErrors,
  ...localErrors,
  ...documentErrors,
  ...coreErrors,
  ...formErrors,
} as const satisfies Record<ErrorCode, ErrorDefinition>;

/** Texts from the specification that belong to a situation and not to a code. */
export const errorTexts = {
  fieldIdDuplication: 'Field ID duplication appeared.',
  missedQueryParameter: 'Missed query parameter',
  fileBodyNotFound: 'Files body not found',
  fileBodyUnavailable: 'Can\'t get file\'s body',
  invalidCodeInUrl: 'Invalid code in URL',
  noLocalRecord: 'There is no record with such key',
  taskTimeout: 'Task timeout exceeded',
  organizationNotFound: 'Organization is not found',
  teamNotFound: 'Team is not found',
  rateLimitOnFiles: 'Exceeded limit while loading files',
} as const;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(errors, value);

/** The body of every error response. */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; details?: unknown };
}
