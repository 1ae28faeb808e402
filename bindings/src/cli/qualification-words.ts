import type { QualificationLevel, QualificationReason, QualificationReport } from '../engine.ts';

/** Describes the legal level of a signature in one line. */
export function qualificationInWords({ level, reasons, service, qualifiedTimestamp, at }: QualificationReport): string {
  const by = service ? `, by ${[service.provider, service.name].filter(Boolean).join(': ')} (${service.territory})` : '';
  const why = reasons.length > 0 ? `: ${reasons.map((reason) => reasonWords[reason]).join('; ')}` : '';
  const stamp = qualifiedTimestamp === true && level !== 'QTST' ? ' Its time stamp is qualified.' : '';
  return `${levelWords[level]}${by}${why}; told for ${at}.${stamp}`;
}

const levelWords: Record<QualificationLevel, string> = {
  QES: 'Qualified electronic signature (QES)',
  QESeal: 'Qualified electronic seal (QESeal)',
  'AdES-QC': 'Advanced electronic signature with a qualified certificate (AdES-QC)',
  'AdESeal-QC': 'Advanced electronic seal with a qualified certificate (AdESeal-QC)',
  AdES: 'Advanced electronic signature or seal, not qualified (AdES)',
  QTST: 'Qualified electronic time stamp',
  TST: 'Time stamp, not qualified',
  indeterminate: 'Whether it is qualified can\'t be told',
  none: 'Not qualified',
};

const reasonWords: Record<QualificationReason, string> = {
  not_valid: 'the signature does not hold, or that can\'t be told',
  not_listed: 'no trusted list names an authority of the certificate',
  not_listed_then: 'the service was not on the list yet',
  withdrawn: 'the service had lost its status',
  not_declared: 'neither certificate nor list says that it is qualified',
  other_law: 'the certificate is qualified under the law of another country',
  list_denies: 'the list says that the certificate is not qualified',
  use_not_listed: 'the service is not listed for this use',
  for_web_sites: 'the certificate is for web sites',
  no_device: 'the key is not in a qualified device',
  list_expired: 'the trusted list has ended, and no newer one was read',
  criteria_unknown: 'the list says something that is not understood here',
  contradiction: 'the lists contradict themselves',
  stamp_not_qualified: 'no qualified service made the time stamp',
};
