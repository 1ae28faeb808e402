import type { Transaction } from '#contract/entities/transaction.ts';
import { BrandMark } from '#web/ui/BrandMark.tsx';
import styles from './documents.module.scss';

/** What it was about, and whose it is, on the page that says what came of it. */
export const DocumentName = ({ transaction: { name, brand } }: { transaction: Pick<Transaction, 'name' | 'brand'> }) => (
  <>
    {brand ? <p className={styles.doneBrand}><BrandMark brand={brand} /></p> : null}
    <p className={styles.doneName}>{name}</p>
  </>
);
