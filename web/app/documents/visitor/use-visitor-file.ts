import { startTransition, useEffect, useState } from 'react';
import type { VisitorFile } from '#web/services/visitor/visitor-database.ts';
import { readVisitorFile } from '#web/services/visitor/visitor-files.service.ts';

/** A document of this browser; null while it is read. What belongs to an account already, to which it could not be moved yet, is shown to nobody here. */
type FoundVisitorFile = VisitorFile | 'gone' | null;

export function useVisitorFile(id: string): FoundVisitorFile {
  const [file, setFile] = useState<FoundVisitorFile>(null);
  useEffect(() => {
    let wanted = true;
    setFile(null);
    const show = (found: FoundVisitorFile): void => startTransition(() => (wanted ? setFile(found) : undefined));
    readVisitorFile(id).then((found) => show(found.owner === null ? found : 'gone'), () => show('gone'));
    return () => {
      wanted = false;
    };
  }, [id]);
  return file;
}
