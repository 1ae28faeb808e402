/** Usage statistics and error reports: only where the operator collects them and the person agreed. */
import type { UsageEvent } from '#contract/entities/telemetry.ts';
import { maskText, pageNameOf, reportLimits } from '#contract/entities/telemetry.ts';
import { minute, second } from '#contract/limits/time-units.ts';
import type { ErrorInfo } from '../app-error.ts';
import { call } from '../api/call.ts';
import { collectsErrors, collectsUsage } from '../config.ts';
import { ownVersion } from '../version.ts';

/** Milliseconds from the first event until those so far are sent. */
const SEND_AFTER = 5 * second;

let isAllowed = (): boolean => false;
/** `agreed` tells whether the person agreed; it is asked before each report. */
export const allowReports = (agreed: () => boolean): void => {
  isAllowed = agreed;
};

const pageHere = (): string => pageNameOf(window.location.pathname);
/** A report that is not taken is lost, and is no error to be reported. */
const lost = (): void => undefined;

let events: UsageEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

const sendEvents = (): void => {
  clearTimeout(timer);
  timer = undefined;
  const sent = events;
  events = [];
  if (sent.length > 0 && isAllowed()) call('usage.report', { body: { events: sent } }).catch(lost);
};

/** The last events go out while the page is left. */
export const sendReportsWhenLeaving = (): void => window.addEventListener('pagehide', sendEvents);

export function reportUsage(event: Omit<UsageEvent, 'page'> & { page?: string }): void {
  if (!collectsUsage() || !isAllowed()) return;
  events.push({ page: pageHere(), ...event });
  if (events.length >= reportLimits.eventsAtOnce) sendEvents();
  else timer ??= setTimeout(sendEvents, SEND_AFTER);
}

/** Times of the reports of the last minute. */
let sentAt: number[] = [];

function mayReportNow(): boolean {
  const now = Date.now();
  sentAt = sentAt.filter((at) => now - at < minute);
  if (sentAt.length >= reportLimits.errorsPerMinute) return false;
  sentAt.push(now);
  return true;
}

/** E-mail addresses, identifiers and queries are masked before anything leaves the browser. */
export function reportError({ code, message, stack = '' }: Pick<ErrorInfo, 'code' | 'message'> & { stack?: string | undefined }): void {
  if (!collectsErrors() || !isAllowed() || !mayReportNow()) return;
  const report = { code, message: maskText(message), stack: maskText(stack), page: pageHere(), version: ownVersion() };
  call('errors.report', { body: { reports: [report] } }).catch(lost);
}
