import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { addFiles } from '#web/entities/uploads/uploads.requests.ts';
import { takeSharedFiles } from '#web/services/uploads/shared-files.ts';
import { sharedStore } from '#web/worker/shared-store.ts';
import AskTargetDialog from './AskTargetDialog.tsx';

/** Takes the documents that another app has shared. Nothing is added unasked, because any page on the web can send a form here. */
const SharedFiles = () => {
  const dispatch = useAppDispatch();
  const userId = useAppSelector(selectUserId);
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

  useEffect(() => {
    // A visitor's documents stay in this browser, whatever they are for.
    if (files.length > 0 && !userId) dispatch(addFiles(files, { kind: 'files' }));
  }, [dispatch, files, userId]);

  return files.length > 0 && userId ? <AskTargetDialog files={files} onClose={() => setFiles([])} /> : null;
};

export default SharedFiles;
