import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import type { Find } from './use-find.ts';
import styles from './viewer.module.scss';

interface FindBarProps {
  find: Find;
  onClose: () => void;
}

/** Search bar: text, number of matches, next and previous. */
export function FindBar({ find, onClose }: FindBarProps) {
  const { t } = useTranslation('viewer');
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.querySelector('input')?.focus(), []);
  const { words, search, hits, current, running, step } = find;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const at = current ? hits.indexOf(current) + 1 : 0;
  const count = hits.length > 0 ? t('find.at', { at, total: hits.length }) : words.trim() && !running ? t('find.none') : '';
  return (
    <div ref={bar} role="search" className={styles.findBar}>
      <div className={styles.findWords} onKeyDownCapture={onKeyDown}>
        <SearchField label={t('find.label')} placeholder={t('find.placeholder')} clearLabel={t('find.clear')} value={words} onChange={search} />
      </div>
      <span className={styles.findCount} role="status">
        {running && hits.length === 0 ? t('find.running') : count}
      </span>
      <IconButton label={t('find.previous')} icon={<Icon of={ChevronUp} />} isDisabled={hits.length === 0} onPress={() => step(-1)} />
      <IconButton label={t('find.next')} icon={<Icon of={ChevronDown} />} isDisabled={hits.length === 0} onPress={() => step(1)} />
      <IconButton label={t('find.close')} icon={<Icon of={X} />} onPress={onClose} />
    </div>
  );
}
