import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { takeSharedFiles } from '#web/services/uploads/shared-files.ts';
import { sharedStore } from '#web/worker/shared-store.ts';
import AskTargetDialog from './AskTargetDialog.tsx';

/** Takes the documents that another app has shared. Nothing is added unasked, because any page on the web can send a form here. */
const SharedFiles = () => {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [, setQuery] = useSearchParams();
  const forget = useRef(() => setQuery((query) => (query.delete(sharedStore.parameter), query), { replace: true }));

  useEffect(() => {
    let isCurrent = true;
    void takeSharedFiles().then((taken) => {
      if (!isCurrent) return;
      setFiles(taken);
      forget.current();
    });
    return () => {
      isCurrent = false;
    };
  }, []);

  // Visitors are asked as well: what they have here comes to the account with which they sign in.
  return files.length > 0 ? <AskTargetDialog files={files} onClose={() => setFiles([])} /> : null;
};

export default SharedFiles;
