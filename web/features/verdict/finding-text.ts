import type { FindingCode, SignatureReport } from '@countersign/core';
import i18next from 'i18next';

type Finding = SignatureReport['findings'][number];

/** The message for people of each finding code. The expert view shows the findings themselves. */
export const messageOf = {
  cms_unreadable: 'unreadable',
  cms_encoding: 'unreadable',
  cms_signer_count: 'unreadable',
  cms_content_type: 'unreadable',
  cms_attribute_repeated: 'unreadable',
  signed_attributes_missing: 'unreadable',
  signer_certificate_missing: 'unreadable',
  cms_not_detached: 'unreadable',
  signature_unreadable: 'unreadable',
  later_unreadable: 'unreadable',
  algorithm_unsupported: 'unsupported',
  subfilter_unsupported: 'unsupported',
  signature_missing: 'empty',
  algorithm_mismatch: 'altered',
  digest_mismatch: 'altered',
  signature_invalid: 'altered',
  signing_certificate_mismatch: 'altered',
  byte_range_malformed: 'hidden',
  gap_not_exact: 'hidden',
  gap_not_contents: 'hidden',
  padding_not_zero: 'hidden',
  coverage_incomplete: 'hidden',
  signature_replaced: 'replaced',
  signature_removed: 'replaced',
  signature_removed_before: 'replaced',
  field_ambiguous: 'replaced',
  weak_digest: 'weak',
  weak_key: 'weak',
  timestamp_weak_digest: 'weak',
  timestamp_weak_key: 'weak',
  certificate_unreadable: 'certificate',
  certificate_critical_extension: 'certificate',
  certificate_malformed: 'certificate',
  certificate_not_authority: 'certificate',
  path_length_exceeded: 'certificate',
  name_not_permitted: 'certificate',
  key_usage: 'certificate',
  key_purpose: 'certificate',
  certificate_not_yet_valid: 'time',
  certificate_expired: 'time',
  certificate_revoked: 'revoked',
  authority_revoked: 'revoked',
  certificate_revoked_later: 'revoked',
  revocation_unknown: 'revocationUnknown',
  revocation_stale: 'revocationUnknown',
  untrusted: 'untrusted',
  self_signed: 'untrusted',
  untrusted_root: 'untrusted',
  chain_incomplete: 'untrusted',
  timestamp_imprint: 'stamp',
  timestamp_signing_certificate: 'stamp',
  timestamp_in_future: 'stamp',
  timestamp_certificate_revoked: 'stamp',
  timestamp_unreadable: 'stamp',
  timestamp_malformed: 'stamp',
  timestamp_cms_encoding: 'stamp',
  timestamp_cms_signer_count: 'stamp',
  timestamp_cms_content_type: 'stamp',
  timestamp_cms_not_der: 'stamp',
  timestamp_cms_attribute_repeated: 'stamp',
  timestamp_signed_attributes_missing: 'stamp',
  timestamp_algorithm_unsupported: 'stamp',
  timestamp_algorithm_mismatch: 'stamp',
  timestamp_digest_mismatch: 'stamp',
  timestamp_signature_invalid: 'stamp',
  timestamp_signer_certificate_missing: 'stamp',
  timestamp_signing_certificate_mismatch: 'stamp',
  timestamp_certificate_unreadable: 'stamp',
  timestamp_certificate_not_yet_valid: 'stamp',
  timestamp_certificate_expired: 'stamp',
  timestamp_certificate_critical_extension: 'stamp',
  timestamp_certificate_malformed: 'stamp',
  timestamp_certificate_not_authority: 'stamp',
  timestamp_path_length_exceeded: 'stamp',
  timestamp_name_not_permitted: 'stamp',
  timestamp_key_usage: 'stamp',
  timestamp_untrusted: 'stamp',
  timestamp_self_signed: 'stamp',
  timestamp_untrusted_root: 'stamp',
  timestamp_chain_incomplete: 'stamp',
  cms_not_der: 'form',
  level_not_reached: 'form',
  level_next: 'form',
  later_content: 'content',
  later_page: 'content',
  later_annotation: 'content',
  later_field_added: 'field',
  later_field_changed: 'field',
  later_signature: 'field',
  appearance_differs: 'shown',
  appearance_untold: 'shown',
  later_field_filled: 'shown',
  later_resources: 'shown',
  certification_forbids: 'forbidden',
  field_locked: 'forbidden',
  later_catalog: 'structure',
  later_dss: 'structure',
  later_metadata: 'structure',
  later_trailer: 'structure',
  later_bytes: 'structure',
  later_other: 'structure',
  readers_may_disagree: 'readers',
  readers_may_have_disagreed: 'readers',
  later_visible_signature: 'visible',
} as const satisfies Record<FindingCode, string>;

type FindingMessage = (typeof messageOf)[FindingCode];

/** Returns the text of a finding in the page's language; the core's message stays English. */
export const findingText = (code: FindingCode): string => i18next.t(`verdict:finding.${messageOf[code]}`);

/** Returns the messages to show, the worst first, without duplicates; the rest is in the expert view. */
export function findingMessages(findings: readonly Finding[]): { severity: 'error' | 'warning'; text: string }[] {
  const severities = new Map<FindingMessage, 'error' | 'warning'>();
  for (const { code, severity } of findings) {
    if (severity === 'info') continue;
    const key = messageOf[code];
    if (severities.get(key) !== 'error') severities.set(key, severity);
  }
  return [...severities]
    .map(([key, severity]) => ({ severity, text: i18next.t(`verdict:finding.${key}`) }))
    .sort((one, other) => one.severity.localeCompare(other.severity));
}
