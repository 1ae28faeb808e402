/** Maximum lengths of texts. */

export const lengths = {
  title: 256,
  message: 2000,
  reason: 256,
  fullName: 128,
  label: 64,
  /** The first paragraph that an organization puts into mails. */
  brandIntro: 1000,
  /** In UTF-16 code units. The core truncates longer names in a file. */
  fieldTooltip: 256,
  fieldOption: 256,
  helpText: 500,
  attachmentLabel: 128,
  /** Of a value that a list of people fills in. */
  listValue: 2000,
  dataLabel: 64,
  /** Of a formula or condition; the core evaluates no longer ones. */
  expression: 1000,
  /** Sign of a currency or unit, before or after a number. */
  numberAffix: 12,
  /** In bytes of UTF-8 (ISO 32000-2, 7.6.4.3.3); longer passwords would be cut off. */
  documentPassword: 127,
} as const;
