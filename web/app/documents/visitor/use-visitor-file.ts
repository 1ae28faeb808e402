import { startTransition, useEffect, useState } from 'react';
import type { VisitorFile } from '#web/services/visitor/visitor-database.ts';
import { readVisitorFile } from '#web/services/visitor/visitor-files.service.ts';

/** A document of this browser; null while it is read. */
type FoundVisitorFile = VisitorFile | 'gone' | null;

export function useVisitorFile(id: string): FoundVisitorFile {
  const [file, setFile] = useState<FoundVisitorFile>(null);
  useEffect(() => {
    let wanted = true;
    setFile(null);
    const show = (found: FoundVisitorFile): void => startTransition(() => (wanted ? setFile(found) : undefined));
    readVisitorFile(id).then(show, () => show('gone'));
    return () => {
      wanted = false;
    };
  }, [id]);
  return file;
}
