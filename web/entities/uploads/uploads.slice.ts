import type { PayloadAction } from '@reduxjs/toolkit';
import { createEntityAdapter, createSelector, createSlice } from '@reduxjs/toolkit';
import type { ErrorCode } from '#contract/errors.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';

/** Where uploads go: the list of files, a new transaction or template, or an existing one. `alone`: the sender alone signs the new transaction. */
export type UploadTarget = { kind: 'files' } | { kind: 'newTransaction'; alone?: true } | { kind: 'newTemplate' } | { kind: 'transaction' | 'template'; id: string };

export type UploadStatus = 'waiting' | 'checking' | 'uploading' | 'converting' | 'done' | 'failed' | 'canceled';

/** One file being uploaded. Its bytes stay outside the store. */
export interface Upload {
  id: string;
  additionId: string;
  title: string;
  size: number;
  status: UploadStatus;
  /** 0 to 1, while uploading. */
  progress: number;
  /** Number of documents ahead in the conversion queue. */
  ahead?: number;
  error: ErrorInfo | null;
  /** The file was accepted with a restriction. */
  warning: ErrorCode | null;
  /** Set once it is on the server. */
  fileId: string | null;
  /** The existing file with the same title, because of which this one was rejected. */
  knownId?: string | undefined;
  /** The document or draft of a visitor that moves to the account. */
  localId?: string;
}

/** Files that were added together. */
export interface Addition {
  id: string;
  target: UploadTarget;
  finished: boolean;
  /** The transaction or template that holds the files. */
  unitId: string | null;
  /** Error after the files were stored, for example when creating the transaction. */
  error: ErrorInfo | null;
}

const uploads = createEntityAdapter<Upload>();
const additions = createEntityAdapter<Addition>();

const initialState = { uploads: uploads.getInitialState(), additions: additions.getInitialState() };
type UploadsState = typeof initialState;

export const uploadsSlice = createSlice({
  name: 'uploads',
  initialState,
  reducers: {
    filesAdded(state, { payload }: PayloadAction<{ addition: Addition; uploads: Upload[] }>) {
      additions.setOne(state.additions, payload.addition);
      uploads.addMany(state.uploads, payload.uploads);
    },
    /** What was added without an account moves into it. */
    movesShown(state, { payload }: PayloadAction<Upload[]>) {
      uploads.setMany(state.uploads, payload);
    },
    uploadChanged(state, { payload: { id, ...changes } }: PayloadAction<{ id: string } & Partial<Omit<Upload, 'id'>>>) {
      uploads.updateOne(state.uploads, { id, changes });
    },
    additionReopened(state, { payload }: PayloadAction<string>) {
      additions.updateOne(state.additions, { id: payload, changes: { finished: false, error: null } });
    },
    /** All files of an addition are stored, failed or canceled. */
    additionFinished(state, { payload: { id, ...changes } }: PayloadAction<{ id: string; unitId: string | null; error: ErrorInfo | null }>) {
      additions.updateOne(state.additions, { id, changes: { ...changes, finished: true } });
    },
    /** The person dismissed a row or the whole panel. */
    uploadDismissed(state, { payload }: PayloadAction<string>) {
      uploads.removeOne(state.uploads, payload);
    },
    uploadsDismissed(state) {
      const over = Object.values(state.uploads.entities).filter((each) => each && isOver(each.status));
      uploads.removeMany(state.uploads, over.map((each) => each.id));
    },
  },
});

export const { filesAdded, movesShown, uploadChanged, additionReopened, additionFinished, uploadDismissed, uploadsDismissed } = uploadsSlice.actions;

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

/** Counts for the header of the upload panel. */
export const selectUploadSummary = createSelector(selectUploads, (all) => ({
  total: all.length,
  running: all.filter((each) => !isOver(each.status)).length,
  failed: all.filter((each) => each.status === 'failed').length,
  done: all.filter((each) => each.status === 'done').length,
}));
