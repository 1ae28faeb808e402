import type { SignatureReport } from '@countersign/core';
import i18next from 'i18next';

type Finding = SignatureReport['findings'][number];

/** Messages for people, with the finding codes that each covers. The expert view shows the findings themselves. */
export const told = {
  unreadable: ['cms_unreadable', 'signature_unreadable', 'cms_signer_count', 'cms_attribute_repeated', 'cms_content_type', 'cms_not_detached', 'later_unreadable', 'signed_attributes_missing', 'signer_certificate_missing'],
  unsupported: ['algorithm_unsupported', 'subfilter_unsupported'],
  empty: ['signature_missing'],
  altered: ['digest_mismatch', 'signature_invalid', 'algorithm_mismatch', 'signing_certificate_mismatch'],
  hidden: ['byte_range_malformed', 'gap_not_exact', 'gap_not_contents', 'padding_not_zero', 'coverage_incomplete'],
  replaced: ['signature_removed', 'signature_removed_before', 'signature_replaced', 'field_ambiguous'],
  weak: ['weak_digest', 'weak_key', 'timestamp_weak_digest', 'timestamp_weak_key'],
  certificate: ['certificate_critical_extension', 'certificate_malformed', 'certificate_not_authority', 'certificate_unreadable', 'key_usage', 'key_purpose', 'name_not_permitted', 'path_length_exceeded'],
  time: ['certificate_expired', 'certificate_not_yet_valid'],
  revoked: ['certificate_revoked', 'authority_revoked', 'certificate_revoked_later'],
  revocationUnknown: ['revocation_unknown', 'revocation_stale'],
  untrusted: ['untrusted', 'untrusted_root', 'self_signed', 'chain_incomplete'],
  stamp: ['timestamp_certificate_expired', 'timestamp_certificate_revoked', 'timestamp_imprint', 'timestamp_in_future', 'timestamp_key_usage', 'timestamp_malformed', 'timestamp_signing_certificate', 'timestamp_unreadable', 'timestamp_untrusted'],
  form: ['level_not_reached', 'level_next', 'cms_not_der'],
  content: ['later_content', 'later_page', 'later_annotation'],
  field: ['later_field_added', 'later_field_changed', 'later_signature'],
  shown: ['appearance_differs', 'appearance_untold', 'later_field_filled', 'later_resources'],
  forbidden: ['certification_forbids', 'field_locked'],
  structure: ['later_bytes', 'later_catalog', 'later_dss', 'later_metadata', 'later_other', 'later_trailer'],
  readers: ['readers_may_disagree', 'readers_may_have_disagreed'],
  visible: ['later_visible_signature'],
} as const satisfies Record<string, readonly string[]>;

type Told = keyof typeof told | 'other';

const byCode = new Map<string, Told>(Object.entries(told).flatMap(([key, codes]) => codes.map((code) => [code, key as Told] as const)));

/** Returns the message key of a finding. Findings about a time stamp's certificates have the same codes with a prefix. */
export const toldBy = (code: string): Told => byCode.get(code) ?? (code.startsWith('timestamp_') ? 'stamp' : 'other');

/** Returns the text of a finding in the page's language; the core's message stays English. */
export const findingText = (code: string): string => i18next.t(`verdict:finding.${toldBy(code)}`);

/** Returns the messages to show, the worst first, without duplicates; the rest is in the expert view. */
export function toldFindings(findings: readonly Finding[]): { severity: 'error' | 'warning'; text: string }[] {
  const severities = new Map<Told, 'error' | 'warning'>();
  for (const { code, severity } of findings) {
    if (severity === 'info') continue;
    const key = toldBy(code);
    if (severities.get(key) !== 'error') severities.set(key, severity);
  }
  return [...severities]
    .map(([key, severity]) => ({ severity, text: i18next.t(`verdict:finding.${key}`) }))
    .sort((one, other) => one.severity.localeCompare(other.severity));
}
