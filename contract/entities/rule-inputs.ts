/**
 * Whether the rules of fields keep their meaning until everybody has signed. A rule is checked when the recipient of its field signs,
 * so nobody else may change a field on which it depends at the same place of the signing order or later.
 */
import type { Field } from '#contract/entities/field.ts';
import { availableTo, fillableBy } from '#contract/entities/field-list.ts';
import { isSigner } from '#contract/entities/recipient.ts';
import type { AnchorRecipient } from '#contract/entities/signature-anchor.ts';
import { placesOf } from '#contract/entities/signing-order.ts';

export interface RuleSigner extends Omit<AnchorRecipient, 'id'> {
  signingOrder?: number | null | undefined;
}

/** The names to which the expressions of each field refer, by its id, as the core reads them. */
export type RuleInputs = ReadonlyMap<string, readonly string[]>;

interface Filler {
  signer: RuleSigner;
  place: number;
}

const expressionsOf = ({ rules }: Field): string[] =>
  [rules?.formula, rules?.shownWhen, rules?.requiredWhen].flatMap((each) => each ?? []);

/** Who may change the value. What others depend on has to follow the same order, even if nobody can fill it in and it is only calculated. */
const fillersOf = (field: Field, signers: readonly Filler[]): Filler[] => {
  const isCalculated = Boolean(field.dataLabel) && expressionsOf(field).length > 0;
  return signers.filter(({ signer }) => fillableBy(field, signer) || (isCalculated && availableTo(field, signer)));
};

/** The last two: of several, one other than the owner of a rule is among them. */
const latest = (fillers: Iterable<Filler>): Filler[] => [...new Set(fillers)].toSorted((a, b) => b.place - a.place).slice(0, 2);

/**
 * Returns the fields with rules over what somebody else may fill in at the same place as a recipient of the field, or later. A field
 * of nobody in particular has everybody as its recipient.
 */
export function fieldsWithLateInputs(fields: readonly Field[], recipients: readonly RuleSigner[], inputs: RuleInputs): Field[] {
  const dependent = fields.filter(({ id }) => (inputs.get(id)?.length ?? 0) > 0);
  if (dependent.length === 0) return [];
  const present = recipients.filter(({ removed }) => !removed);
  const places = placesOf(present);
  const signers = present.map((signer, index) => ({ signer, place: places[index] ?? 1 })).filter(({ signer }) => isSigner(signer));
  const fillers = new Map<string, Filler[]>();
  for (const field of fields) {
    if (field.dataLabel) fillers.set(field.dataLabel, latest([...(fillers.get(field.dataLabel) ?? []), ...fillersOf(field, signers)]));
  }
  return dependent.filter((field) => {
    const last = latest((inputs.get(field.id) ?? []).flatMap((name) => fillers.get(name) ?? []));
    return fillersOf(field, signers).some((own) => last.some((other) => other !== own && other.place >= own.place));
  });
}
