import { useState } from 'react';
import type { BrandView } from '#contract/entities/branding.ts';
import { classNames } from './class-names.ts';
import styles from './BrandMark.module.scss';

interface BrandMarkProps {
  brand: BrandView;
  /** In a header: one line, and on a phone the logo alone. */
  compact?: boolean;
}

/** Name and logo of the sender's organization on its colour, on which white text is readable. The logo has a light plate, whatever the theme. */
export function BrandMark({ brand: { name, color, logo }, compact = false }: BrandMarkProps) {
  const [isBroken, setBroken] = useState(false);
  const isPictured = logo !== null && !isBroken;
  return (
    <span className={classNames(styles.brand, color !== null && styles.colored, compact && styles.inHeader, compact && isPictured && styles.pictured)} style={color === null ? undefined : { background: color }} data-brand>
      {isPictured ? (
        <span className={styles.plate}>
          <img src={logo} alt="" className={styles.logo} onError={() => setBroken(true)} />
        </span>
      ) : null}
      <span className={styles.name} dir="auto">{name}</span>
    </span>
  );
}
