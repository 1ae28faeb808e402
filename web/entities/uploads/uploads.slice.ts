import type { PayloadAction } from '@reduxjs/toolkit';
import { createEntityAdapter, createSelector, createSlice } from '@reduxjs/toolkit';
import type { ErrorCode } from '#contract/errors.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';

/** Where added files go: the list of files, a transaction that is made for them, or one that exists. */
export type UploadTarget = { kind: 'files' } | { kind: 'newTransaction' } | { kind: 'newTemplate' } | { kind: 'transaction' | 'template'; id: string };

export type UploadStatus = 'waiting' | 'checking' | 'uploading' | 'converting' | 'done' | 'failed' | 'canceled';

/** One file on its way in. The bytes themselves stay outside the store. */
export interface Upload {
  id: string;
  additionId: string;
  title: string;
  size: number;
  status: UploadStatus;
  /** 0 to 1, while uploading. */
  progress: number;
  /** How many documents are converted before this one. */
  ahead?: number;
  error: ErrorInfo | null;
  /** The file was taken, but something can't be done with it. */
  warning: ErrorCode | null;
  /** Once it is on the server. */
  fileId: string | null;
  /** The file of that name which is there already, and keeps this one out. */
  knownId?: string | undefined;
}

/** Files that were added together. */
export interface Addition {
  id: string;
  target: UploadTarget;
  finished: boolean;
  /** The transaction or the template they went into. */
  unitId: string | null;
  /** What went wrong after the files were there (the transaction could not be made). */
  error: ErrorInfo | null;
}

const uploads = createEntityAdapter<Upload>();
const additions = createEntityAdapter<Addition>();

const initialState = { uploads: uploads.getInitialState(), additions: additions.getInitialState() };
export type UploadsState = typeof initialState;

export const uploadsSlice = createSlice({
  name: 'uploads',
  initialState,
  reducers: {
    filesAdded(state, { payload }: PayloadAction<{ addition: Addition; uploads: Upload[] }>) {
      additions.setOne(state.additions, payload.addition);
      uploads.addMany(state.uploads, payload.uploads);
    },
    uploadChanged(state, { payload: { id, ...changes } }: PayloadAction<{ id: string } & Partial<Omit<Upload, 'id'>>>) {
      uploads.updateOne(state.uploads, { id, changes });
    },
    additionReopened(state, { payload }: PayloadAction<string>) {
      additions.updateOne(state.additions, { id: payload, changes: { finished: false, error: null } });
    },
    /** All files of an addition have come to an end: stored, failed or canceled. */
    additionFinished(state, { payload: { id, ...changes } }: PayloadAction<{ id: string; unitId: string | null; error: ErrorInfo | null }>) {
      additions.updateOne(state.additions, { id, changes: { ...changes, finished: true } });
    },
    /** The person has seen it: a row or the whole panel is put away. */
    uploadDismissed(state, { payload }: PayloadAction<string>) {
      uploads.removeOne(state.uploads, payload);
    },
    uploadsDismissed(state) {
      const over = Object.values(state.uploads.entities).filter((each) => each && isOver(each.status));
      uploads.removeMany(state.uploads, over.map((each) => each.id));
    },
  },
});

export const { filesAdded, uploadChanged, additionReopened, additionFinished, uploadDismissed, uploadsDismissed } = uploadsSlice.actions;

export const isOver = (status: UploadStatus): boolean => status === 'done' || status === 'failed' || status === 'canceled';

interface WithUploads {
  uploads: UploadsState;
}

const uploadSelectors = uploads.getSelectors((state: WithUploads) => state.uploads.uploads);
const additionSelectors = additions.getSelectors((state: WithUploads) => state.uploads.additions);

export const selectUploads = uploadSelectors.selectAll;
export const selectUpload = uploadSelectors.selectById;
export const selectAddition = additionSelectors.selectById;
export const selectAdditions = additionSelectors.selectAll;

/** What the panel says at a glance. */
export const selectUploadSummary = createSelector(selectUploads, (all) => ({
  total: all.length,
  running: all.filter((each) => !isOver(each.status)).length,
  failed: all.filter((each) => each.status === 'failed').length,
  done: all.filter((each) => each.status === 'done').length,
}));
