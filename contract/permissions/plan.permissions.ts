/**
 * What a plan must hold for what is asked of it (document 2 §6.3): one table, used by the server to decide and by the
 * web application to show what a plan leaves out.
 *
 * `missingFeatures({ options: { includeFileAudit: true } }, flags); // ['allowAuditTrail'] on Essentials`
 */
import type { FeatureFlags } from '#contract/entities/feature-flags.ts';
import type { Field, FieldType } from '#contract/entities/field.ts';
import type { IdentityRequirement } from '#contract/entities/identity-check.ts';
import type { TransactionOptions } from '#contract/entities/transaction.ts';

export type Feature = keyof { [Name in keyof FeatureFlags as FeatureFlags[Name] extends boolean ? Name : never]: true };

/** What a plan says of each feature. */
export type PlanFlags = Pick<FeatureFlags, Feature>;

/** What is not named is not used. */
export interface Featured {
  options?: Partial<TransactionOptions>;
  recipients?: readonly { inPerson?: boolean | undefined; identityRequirements?: readonly IdentityRequirement[] | undefined }[];
  fields?: readonly Pick<Field, 'type' | 'pdfFieldId' | 'textFormat' | 'textMaxLength'>[];
  /** Somebody is reminded. */
  reminds?: boolean;
  /** Somebody signs with a certificate that others have issued, without having been asked for one. */
  signsForeign?: boolean;
}

/** Filling in, ticking and signing is what every plan has; these ask for more than that. */
export const advancedFieldTypes: readonly FieldType[] = ['radio', 'image', 'link'];

type PlacedField = NonNullable<Featured['fields']>[number];

/** A field that the document came with is not the plan's to refuse. */
const isPlaced = ({ pdfFieldId }: PlacedField): boolean => pdfFieldId === null;
const isAdvanced = ({ type }: PlacedField): boolean => advancedFieldTypes.includes(type);
const isValidated = ({ textFormat, textMaxLength }: PlacedField): boolean => textFormat !== null || textMaxLength > 0;

/** Which feature is used when. */
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

/** What is used that a plan does not hold. */
export const missingFeatures = (what: Featured, flags: PlanFlags): Feature[] => usedFeatures(what).filter((feature) => !flags[feature]);

/** What somebody may turn to: what the plan holds, and what the thing they work on uses already. Of an unknown plan the server has the last word. */
export const mayUse = <Named extends Feature>(feature: Named, flags: Pick<PlanFlags, Named> | null, already: Featured = {}): boolean =>
  flags === null || flags[feature] || usedFeatures(already).includes(feature);

/** What one of these plans holds at least. */
export const heldByAny = ([first, ...others]: readonly [PlanFlags, ...PlanFlags[]]): PlanFlags =>
  others.reduce((held, next) => {
    const features = Object.keys(held) as Feature[];
    return Object.fromEntries(features.map((feature) => [feature, held[feature] || next[feature]])) as unknown as PlanFlags;
  }, first);
