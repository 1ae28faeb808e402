import { createSelector } from '@reduxjs/toolkit';
import type { RootState } from '#web/entities/store.ts';
import { useAppSelector } from '#web/entities/store.ts';
import type { Upload } from '#web/entities/uploads/uploads.slice.ts';
import { selectAdditions, selectUploads } from '#web/entities/uploads/uploads.slice.ts';
import { attachedFile } from '#web/services/uploads/upload-sources.ts';

const isPdf = ({ id }: Upload): boolean => attachedFile(id)?.type === 'application/pdf';

/** The first document of a new transaction or template, shown while it is being uploaded. */
const selectPreview = createSelector([(state: RootState) => selectUploads(state), (state: RootState) => selectAdditions(state)], (uploads, additions): Upload | null => {
  const making = new Set(additions.filter(({ target, finished }) => !finished && (target.kind === 'newTransaction' || target.kind === 'newTemplate')).map(({ id }) => id));
  return uploads.find((upload) => making.has(upload.additionId) && (upload.status === 'uploading' || upload.status === 'done') && isPdf(upload)) ?? null;
});

export const useUploadPreview = (): Upload | null => useAppSelector(selectPreview);
