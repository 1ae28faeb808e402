/**
 * Document 3 §9, row by row: which constants hold its times, and that the product reads them. A row without constants says why.
 * What a time does is tested beside the code that waits for it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callTimeouts } from '#contract/limits/calls.ts';
import { rendering } from '#contract/limits/screens.ts';
import { timing } from '#contract/limits/timing.ts';
import { root, shared } from '../../tests/support/shared.ts';

const constants: Readonly<Record<string, number>> = { ...timing, timeLimit: rendering.timeLimit, ...callTimeouts };

/** Milliseconds by constant, or the reason why there is none. */
type Row = Readonly<Record<string, number>> | string;

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

const rows: Readonly<Record<string, Row>> = {
  'Snackbar default auto-hide': 'errors stay until they are closed',
  'Snackbar display for notices': { snackbarNotice: 12_000 },
  'Success dialog auto-close': { successDialogAutoClose: 2000 },
  'Offline indicator delay': { offlineIndicatorDelay: 3000 },
  'Copy feedback': { copyFeedback: 2000 },
  'Contact and resize debounce': { inputDebounce: 200 },
  'Modal overlay interactivity delay': { overlayInteractivityDelay: 500 },
  'Tooltip delay': { tooltipDelay: 500 },
  'Page auto-retry delay': { pageAutoRetryDelay: 2000 },
  'Render task timeout': { timeLimit: 10_000 },
  'Timeouts on calls': { ordinary: 180_000, bulk: 240_000, short: 30_000 },
  'Token refresh before expiry': { tokenRefreshBeforeExpiry: 120_000 },
  'Re-login if token expires within': { reloginWithin: 43_200_000, reloginCheck: 21_600_000 },
  'Version check': { versionCheckVisible: 300_000, versionCheckBackground: 1_800_000 },
  'Service recheck': { serviceRecheck: 10 * second },
  'Identity polling': { identityPoll: 15 * second, identityGiveUp: 5 * minute },
  'Media upload wait': { mediaUploadWait: 30 * minute, mediaUploadPoll: 15 * second },
  'Audit re-fetch after pending': { auditRefetch: 18_000 },
  'Conversion poll': { conversionPoll: 3 * second, conversionGiveUp: 90 * second },
  'Service worker update check': { serviceWorkerUpdateCheck: 30 * minute },
  'Offline task expiry': { offlineTaskExpiry: 7 * day },
  'Library cache expiry': { libraryCacheExpiry: 2 * hour },
  'Expired external media cache': { externalMediaCacheExpiry: 7 * day },
  'Cached bulks valid': { cachedBulksValid: 7 * day },
  'Page cache freshness': { pageCacheFreshness: 604_800_000 },
  Geolocation: { geolocationTimeout: 6500, geolocationMaximumAge: 30 * minute },
  'Self-signed certificate notice': { selfSignedNoticeDelay: 10 * second, selfSignedNoticeRepeat: 24 * hour, selfSignedNoticeShown: 10 * second },
  'File edit sync debounce': { fileEditSyncDebounce: 5 * second },
  'Bulk list refresh debounce': { bulkListRefreshDebounce: 3000 },
  'Delete/update animation delay': { itemAnimationDelay: 300 },
  'Passkey promotion repeat': { passkeyPromotion: 2_592_000_000 },
  'Local signing-helper preference': { signingHelperPreference: 30 * day },
  'Invite switch delay': { inviteSwitch: 2000 },
  'Verification redirect': { verifyRedirect: 3 * second },
  'Event-stream reconnect': { eventReconnectStart: 1000, eventReconnectMaximum: 18_000_000, eventReconnectGrowth: 16, eventHeartbeatTimeout: 45 * second },
  'Event reconnect window': { eventReconnectWindow: 30_000, eventReconnectFirefox: 60_000 },
  'Syncing lock': { syncingLock: 180_000 },
  'Retry back-off for field data': { retryBackoffStart: 1000, retryBackoffFactor: 3 },
  'Default cookie life': { cookieLife: day },
  'Media list refresh debounce': 'the list is fetched as soon as the server says that it is outdated',
  'Post-subscription wait': 'the server answers when the plan is in effect: there is nothing to wait for',
  'Promo preview minimum': 'a preview is shown when it is there',
  'Verification message minimum': 'a result is shown when it is there',
  'Container not-found timeout': 'the server says that something is not found; nothing is inferred from silence',
  'Certificate session cache cleanup': 'no certificate is cached beyond its signing',
  'Loading animation': 'in the styles of the loading overlay',
  'Logout poll while consent pending': 'signing out does not depend on consent',
};


const sourcesIn = (folder: string): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|(^|\/)dist\//.test(path))
    .map((path) => readFileSync(join(root, folder, path), 'utf8'))
    .join('\n');
const product = ['web', 'server', 'contract/calls'].map(sourcesIn).join('\n');

const held = Object.entries(rows).flatMap(([row, times]) => (typeof times === 'string' ? [] : Object.entries(times).map(([name, time]) => [row, name, time] as const)));

describe('the times of document 3 §9', () => {
  it.each(held)('%s: %s is %i', (_, name, time) => expect(constants[name]).toBe(time));

  it.each(held)('%s: %s is read', (_, name) => expect(product).toMatch(new RegExp(`\\b(?:timing|rendering|callTimeouts)\\.${name}\\b`)));

  const specification = shared('spec');
  it.skipIf(specification === undefined)('are all accounted for', () => {
    const text = readFileSync(`${specification}/3-errors-constants.md`, 'utf8');
    const table = text.slice(text.indexOf('### Timing'), text.indexOf('### Sizes and counts'));
    const named = [...table.matchAll(/^\| ([^|]+) \| /gm)].map(([, row = '']) => row).filter((row) => row !== 'Item' && !row.startsWith('---'));
    expect(named.toSorted()).toEqual(Object.keys(rows).toSorted());
  });
});
