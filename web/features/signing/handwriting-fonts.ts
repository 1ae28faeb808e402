/** A handwriting font: loads its style sheet, and the list of characters that it contains. */
export interface HandwritingFont {
  readonly family: string;
  load(): Promise<unknown>;
  letters(): Promise<{ default: string }>;
}

const caveat: HandwritingFont = { family: 'Caveat', load: () => import('@fontsource/caveat/400.css'), letters: () => import('letters-of:caveat') };
const greatVibes: HandwritingFont = { family: 'Great Vibes', load: () => import('@fontsource/great-vibes/400.css'), letters: () => import('letters-of:great-vibes') };
const marckScript: HandwritingFont = { family: 'Marck Script', load: () => import('@fontsource/marck-script/400.css'), letters: () => import('letters-of:marck-script') };
const mansalva: HandwritingFont = { family: 'Mansalva', load: () => import('@fontsource/mansalva/400.css'), letters: () => import('letters-of:mansalva') };
const mynerve: HandwritingFont = { family: 'Mynerve', load: () => import('@fontsource/mynerve/400.css'), letters: () => import('letters-of:mynerve') };
const playpenSans: HandwritingFont = { family: 'Playpen Sans', load: () => import('@fontsource/playpen-sans/400.css'), letters: () => import('letters-of:playpen-sans') };
const maShanZheng: HandwritingFont = { family: 'Ma Shan Zheng', load: () => import('@fontsource/ma-shan-zheng/400.css'), letters: () => import('letters-of:ma-shan-zheng') };
const longCang: HandwritingFont = { family: 'Long Cang', load: () => import('@fontsource/long-cang/400.css'), letters: () => import('letters-of:long-cang') };
const zhiMangXing: HandwritingFont = { family: 'Zhi Mang Xing', load: () => import('@fontsource/zhi-mang-xing/400.css'), letters: () => import('letters-of:zhi-mang-xing') };
const wenKai: HandwritingFont = { family: 'LXGW WenKai TC', load: () => import('@fontsource/lxgw-wenkai-tc/400.css'), letters: () => import('letters-of:lxgw-wenkai-tc') };
const yujiBoku: HandwritingFont = { family: 'Yuji Boku', load: () => import('@fontsource/yuji-boku/400.css'), letters: () => import('letters-of:yuji-boku') };
const zenKurenaido: HandwritingFont = { family: 'Zen Kurenaido', load: () => import('@fontsource/zen-kurenaido/400.css'), letters: () => import('letters-of:zen-kurenaido') };
const kleeOne: HandwritingFont = { family: 'Klee One', load: () => import('@fontsource/klee-one/400.css'), letters: () => import('letters-of:klee-one') };
const nanumPenScript: HandwritingFont = { family: 'Nanum Pen Script', load: () => import('@fontsource/nanum-pen-script/400.css'), letters: () => import('letters-of:nanum-pen-script') };
const gaegu: HandwritingFont = { family: 'Gaegu', load: () => import('@fontsource/gaegu/400.css'), letters: () => import('letters-of:gaegu') };
const arefRuqaa: HandwritingFont = { family: 'Aref Ruqaa', load: () => import('@fontsource/aref-ruqaa/400.css'), letters: () => import('letters-of:aref-ruqaa') };
const playpenArabic: HandwritingFont = { family: 'Playpen Sans Arabic', load: () => import('@fontsource/playpen-sans-arabic/400.css'), letters: () => import('letters-of:playpen-sans-arabic') };
const solitreo: HandwritingFont = { family: 'Solitreo', load: () => import('@fontsource/solitreo/400.css'), letters: () => import('letters-of:solitreo') };
const playpenHebrew: HandwritingFont = { family: 'Playpen Sans Hebrew', load: () => import('@fontsource/playpen-sans-hebrew/400.css'), letters: () => import('letters-of:playpen-sans-hebrew') };
const charmonman: HandwritingFont = { family: 'Charmonman', load: () => import('@fontsource/charmonman/400.css'), letters: () => import('letters-of:charmonman') };
const playpenThai: HandwritingFont = { family: 'Playpen Sans Thai', load: () => import('@fontsource/playpen-sans-thai/400.css'), letters: () => import('letters-of:playpen-sans-thai') };
const kalam: HandwritingFont = { family: 'Kalam', load: () => import('@fontsource/kalam/400.css'), letters: () => import('letters-of:kalam') };

/** Fonts by script, in the order in which they are offered. */
export const alphabetic = [caveat, greatVibes, marckScript, mynerve, mansalva, playpenSans] as const;
export const greek = [mansalva, mynerve, playpenSans] as const;
export const arabic = [arefRuqaa, playpenArabic] as const;
export const hebrew = [solitreo, playpenHebrew] as const;
export const thai = [charmonman, playpenThai] as const;
export const devanagari = [kalam] as const;
export const korean = [nanumPenScript, gaegu] as const;
/** The first three contain the common Chinese characters, the last one nearly all. */
export const chinese = [maShanZheng, longCang, zhiMangXing, wenKai] as const;
export const japanese = [yujiBoku, zenKurenaido, kleeOne, wenKai] as const;
