import { isRejectedWithValue } from '@reduxjs/toolkit';
import { pageNameOf } from '#contract/entities/telemetry.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { RootState } from '#web/entities/store.ts';
import { startListening } from '#web/entities/store.ts';
import { pathVisited } from '#web/entities/ui-state/ui.slice.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { storedConsent } from '#web/services/consent-cookie.ts';
import { allowReports, reportError, reportUsage, sendReportsWhenLeaving } from '#web/services/telemetry/reports.ts';

/** Errors that are mistakes of the product. Others are a person's, of the network, or expected. */
const reportable: readonly ErrorCode[] = ['unknown_ui_error', 'unknown_parsing_error', 'unregistered_server_error', 'internal_error'];

/** The answer of this browser counts before that of the profile. */
const hasAgreed = ({ profile }: RootState): boolean => {
  const here = storedConsent();
  return here === null ? (profile.value?.attributes.cookiesConsentDate ?? null) !== null : here === 'yes';
};

const reportCaught = (error: unknown): void => {
  const { code, message } = toAppError(error);
  if (reportable.includes(code)) reportError({ code, message, stack: error instanceof Error ? error.stack : undefined });
};

/** Reports which pages are seen and which errors occur, for people who agreed. */
export const startTelemetryListener = (getState: () => RootState): void => {
  allowReports(() => hasAgreed(getState()));
  sendReportsWhenLeaving();
  window.addEventListener('error', ({ error }) => error && reportCaught(error));
  window.addEventListener('unhandledrejection', ({ reason }) => reportCaught(reason));
  startListening({ actionCreator: pathVisited, effect: ({ payload }) => reportUsage({ name: 'page_view', page: pageNameOf(payload) }) });
  startListening({
    matcher: isRejectedWithValue,
    effect: ({ payload }) => {
      const { code, message } = payload as ErrorInfo;
      if (reportable.includes(code)) reportError({ code, message });
    },
  });
};
