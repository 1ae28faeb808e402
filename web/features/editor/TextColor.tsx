import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { textColors } from '#contract/limits/fields.ts';
import { Select } from '#web/ui/Select.tsx';
import type { PropertyProps } from './property-props.ts';
import styles from './editor.module.scss';

type Name = keyof typeof textColors;

const names = Object.keys(textColors) as Name[];
const OTHER = 'other';

const Swatch = ({ color }: { color: string }) => <span aria-hidden className={styles.swatch} style={{ background: color }} />;

/** The colour of what is written or ticked. A colour of the document itself is kept until another is chosen. */
export function TextColor({ field, change }: PropertyProps) {
  const { t } = useTranslation('editor');
  const known = names.find((name) => textColors[name] === field.textColor.toLowerCase());
  const options: { key: Name | typeof OTHER; text: string; sign: ReactNode }[] = [
    ...names.map((name) => ({ key: name, text: t(`colors.${name}`), sign: <Swatch color={textColors[name]} /> })),
    ...(known ? [] : [{ key: OTHER, text: t('colors.other'), sign: <Swatch color={field.textColor} /> } as const]),
  ];
  return (
    <Select
      label={t('textColor')}
      options={options}
      value={known ?? OTHER}
      onChange={(key) => {
        if (key !== OTHER) change({ ...field, textColor: textColors[key] });
      }}
    />
  );
}
