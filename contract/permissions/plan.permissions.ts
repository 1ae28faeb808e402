/**
 * The features a plan must include for what is used (document 2 §6.3). One table: the server enforces it, and the web application
 * shows what a plan lacks.
 *
 * `missingFeatures({ options: { includeFileAudit: true } }, flags); // ['allowAuditTrail'] on Essentials`
 */
import type { FeatureFlags } from '#contract/entities/feature-flags.ts';
import type { Field, FieldType } from '#contract/entities/field.ts';
import type { IdentityRequirement } from '#contract/entities/identity-check.ts';
import type { TransactionOptions } from '#contract/entities/transaction.ts';

export type Feature = keyof { [Name in keyof FeatureFlags as FeatureFlags[Name] extends boolean ? Name : never]: true };

/** The features of a plan. */
export type PlanFlags = Pick<FeatureFlags, Feature>;

/** What is used. Missing properties mean not used. */
export interface Featured {
  options?: Partial<TransactionOptions>;
  recipients?: readonly { inPerson?: boolean | undefined; identityRequirements?: readonly IdentityRequirement[] | undefined }[];
  fields?: readonly (Pick<Field, 'type' | 'pdfFieldId' | 'textFormat' | 'textMaxLength'> & Partial<Pick<Field, 'options' | 'rules'>>)[];
  /** Somebody is reminded. */
  reminds?: boolean;
  /** Somebody signs with a certificate of another issuer that the sender did not require. */
  signsForeign?: boolean;
}

/** Field types beyond text, date, checkmark and signature, which every plan includes. */
export const advancedFieldTypes: readonly FieldType[] = ['radio', 'image', 'link'];

type PlacedField = NonNullable<Featured['fields']>[number];

/** Fields that were already in the document do not need the feature. */
const isPlaced = ({ pdfFieldId }: PlacedField): boolean => pdfFieldId === null;
const isAdvanced = ({ type, options }: PlacedField): boolean => advancedFieldTypes.includes(type) || Boolean(options);
const isValidated = ({ textFormat, textMaxLength, rules }: PlacedField): boolean => textFormat !== null || textMaxLength > 0 || Boolean(rules);

/** The condition under which each feature is used. */
const uses: Partial<Record<Feature, (what: Featured) => boolean | undefined>> = {
  allowInPersonSigning: ({ recipients }) => recipients?.some((each) => each.inPerson),
  allowRemoteIdentityVerification: ({ recipients }) => recipients?.some((each) => (each.identityRequirements ?? []).length > 0),
  allowAuditTrail: ({ options }) => options?.includeFileAudit,
  allowQualifiedCertTransactions: ({ options }) => options?.requireQualifiedCertificate,
  allowSmartCardTransactions: ({ options }) => options?.requireSmartCard,
  allowBulkSending: ({ options }) => options?.allowBulkUsage,
  allowSignerReassignment: ({ options }) => options?.allowSignerReassignment,
  allowAdvancedFields: ({ fields }) => fields?.some((each) => isPlaced(each) && isAdvanced(each)),
  allowFieldsValidations: ({ fields }) => fields?.some((each) => isPlaced(each) && isValidated(each)),
  allowReminderNotifications: ({ reminds }) => reminds,
  allowTrustedCertificates: ({ signsForeign }) => signsForeign,
};

export const usedFeatures = (what: Featured): Feature[] =>
  (Object.keys(uses) as Feature[]).filter((feature) => uses[feature]?.(what));

/** The used features that a plan lacks. */
export const missingFeatures = (what: Featured, flags: PlanFlags): Feature[] => usedFeatures(what).filter((feature) => !flags[feature]);

/**
 * Whether a feature can be offered: the plan includes it, or the resource uses it already. If the plan is unknown (null), the
 * server decides.
 */
export const mayUse = <Named extends Feature>(feature: Named, flags: Pick<PlanFlags, Named> | null, already: Featured = {}): boolean =>
  flags === null || flags[feature] || usedFeatures(already).includes(feature);

/** The features that at least one of these plans includes. */
export const combinePlanFlags = ([first, ...others]: readonly [PlanFlags, ...PlanFlags[]]): PlanFlags =>
  others.reduce((held, next) => {
    const features = Object.keys(held) as Feature[];
    return Object.fromEntries(features.map((feature) => [feature, held[feature] || next[feature]])) as unknown as PlanFlags;
  }, first);
