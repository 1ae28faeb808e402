/** The forms that are prepared, filled and signed as people do it: varied on purpose, each of another make or with another difficulty. */
import { shared } from '../support/shared.ts';

/** Where a form has its fields from. */
type Kind = 'drawn' | 'fillable' | 'scan' | 'signed';

export interface RealForm {
  readonly kind: Kind;
  readonly name: string;
  readonly path: string;
}

const names: Record<Kind, readonly string[]> = {
  /** Lines, boxes and underscores on paper: what can be filled in has to be found. */
  drawn: [
    'IL-1040-V', 'az8879', 'eoir-33_coa', 'eoir_61_cov', 'ffx_095b9d', 'ffx_3902bb', 'ffx_9dda7e', 'ffx_d488e5', 'irs_DF1099Ren', 'irs_f1040sse', 'irs_f8879', 'irs_f9000',
    'irs_fw9_2014', 'ma_209a_258e_motion_for_impoundment', 'ma_juv_sealing-form', 'uscis_G-1145',
  ],
  /** With fields of their own, by the programs that such forms are made with. */
  fillable: [
    'IL-WIT', 'eoir-59_rop_request', 'ffx_affidavit_supplement', 'irs_f4547', 'irs_f8888', 'irs_f9000', 'irs_fw9_2014', 'ma_SmallClaims26Printed', 'ma_affidavitofindigency',
    'mi_FoodAssistanceProgramSupplement', 'uscis_i-765_old',
  ],
  scan: ['eoir-59_rop_request__p2', 'ffx_d488e5__p1', 'uscis_G-1145__p1'],
  signed: ['bb', 'two-sigs'],
};

const pathOf: Record<Kind, (name: string) => string> = {
  drawn: (name) => `data/forms/blank/${name}.pdf`,
  fillable: (name) => `data/forms/original/${name}.pdf`,
  scan: (name) => `data/forms/scan/${name}.jpg`,
  signed: (name) => `data/signatures/valid/${name}.pdf`,
};

/** Empty where the data are not beside the checkout. */
export const realForms: readonly RealForm[] = (Object.keys(names) as Kind[]).flatMap((kind) =>
  names[kind].flatMap((name) => {
    const path = shared(pathOf[kind](name));
    return path ? [{ kind, name, path }] : [];
  }),
);
