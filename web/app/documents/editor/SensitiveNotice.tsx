import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sensitiveIn, type SensitiveKind } from '#contract/entities/sensitive-data.ts';
import { counts } from '#contract/limits/counts.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { selectFields } from '#web/features/editor/editor.selectors.ts';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import { Banner } from '#web/ui/Banner.tsx';
import styles from '../shared/documents.module.scss';

/** Milliseconds until the pages are read: what is shown first is more urgent. */
const READ_AFTER = 1500;

/** What the first pages contain; empty until they are read. */
function useSensitivePages(set: PageSet): readonly SensitiveKind[] {
  const [found, setFound] = useState<readonly SensitiveKind[]>([]);
  useEffect(() => {
    let wanted = true;
    const read = async (): Promise<void> => {
      const kinds = new Set<SensitiveKind>();
      for (let page = 1; wanted && page <= Math.min(set.pages.length, counts.formPages); page += 1) {
        for (const kind of sensitiveIn(await set.text(page))) kinds.add(kind);
      }
      if (wanted) setFound([...kinds]);
    };
    // Without its text, nothing can be said about a document.
    const timer = setTimeout(() => void read().catch((error: unknown) => console.info('The text of the document can\'t be read', error)), READ_AFTER);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [set]);
  return found;
}

/** Warns of numbers that recipients may not be meant to see, in the pages or in what is filled in. */
export function SensitiveNotice({ set }: { set: PageSet }) {
  const { t } = useTranslation('editor');
  const inPages = useSensitivePages(set);
  const fields = useAppSelector(selectFields);
  const inFields = useMemo(() => fields.flatMap(({ value }) => (typeof value === 'string' ? sensitiveIn(value) : [])), [fields]);
  const kinds = [...new Set([...inPages, ...inFields])];
  if (kinds.length === 0) return null;
  return (
    <Banner meaning="attention" className={styles.signedNotice}>
      {[...kinds.map((kind) => t(`sensitive.${kind}`)), t('sensitive.advice')].join(' ')}
    </Banner>
  );
}
