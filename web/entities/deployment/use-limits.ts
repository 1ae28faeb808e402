import type { Deployment } from '#contract/calls/feedback.calls.ts';
import { counts } from '#contract/limits/counts.ts';
import { sizes } from '#contract/limits/sizes.ts';
import type { RootState } from '../store.ts';
import { useAppSelector } from '../store.ts';
import { selectDeployment } from './deployment.slice.ts';

/** Limits before the deployment is loaded, and for visitors, who upload nothing. */
const standardLimits: Deployment['limits'] = { fileSize: sizes.file, fileCount: counts.filesPerAddition, mediaPerKind: counts.mediaPerKind };

export const selectLimits = (state: RootState): Deployment['limits'] => selectDeployment(state)?.limits ?? standardLimits;

export const useLimits = (): Deployment['limits'] => useAppSelector(selectLimits);
