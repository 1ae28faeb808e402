/** Durations in the web app and between server and app. Times are in milliseconds. */
import { day, hour, minute, second } from './time-units.ts';

export const timing = {
  snackbarNotice: 12 * second,
  successDialogAutoClose: 2 * second,
  offlineIndicatorDelay: 3 * second,
  copyFeedback: 2 * second,
  inputDebounce: 200,
  overlayInteractivityDelay: 500,
  tooltipDelay: 500,
  pageAutoRetryDelay: 2 * second,
  /** How long a phone waits before it connects to the live events. */
  liveEventsDelay: 3 * second,
  eventReconnectStart: second,
  eventReconnectMaximum: 18_000 * second,
  eventReconnectGrowth: 16,
  eventHeartbeatTimeout: 45 * second,
  /** A shorter interruption of the event stream is made up for by the events that the server replays. */
  eventReconnectWindow: 30 * second,
  /** Firefox waits this long before it returns to an event stream that was refused. */
  eventReconnectFirefox: 60 * second,
  /** How often the tab that keeps the event stream for all tabs is heard, and after which silence another takes it over. */
  eventLeaderBeat: 3 * second,
  eventLeaderSilence: 10 * second,
  tokenRefreshBeforeExpiry: 120 * second,
  /** A sign-in that ends within this time is to be renewed; looked at this often. */
  reloginWithin: 12 * hour,
  reloginCheck: 6 * hour,
  /** How long before the end of an idle session the user is asked to continue. */
  idleWarning: minute,
  /** Maximum difference between the signing time stated in a signature and the server's clock. */
  signingClock: 5 * minute,
  /** How often a signature is made again besides once for each other signer, if another was accepted first. */
  signAgainTries: 3,
  /** Signers who were too late try again within this time, for each other signer. */
  signAgainSpread: second / 4,
  versionCheckVisible: 5 * minute,
  versionCheckBackground: 30 * minute,
  serviceWorkerUpdateCheck: 30 * minute,
  /** After this time a first visit installs the service worker. */
  serviceWorkerDelay: 5 * second,
  /** How long files of the app stay in the browser that only some people need, such as fonts. */
  assetCacheExpiry: 60 * day,
  serviceRecheck: 10 * second,
  /** A failed request is confirmed by a check after this time, before the service counts as unavailable. */
  serviceFortify: second,
  /** After an interruption, another one within this time shows a line that comes and goes. */
  serviceFlapping: minute,
  /** Failures although the service is there, further apart than this, have nothing to do with each other. Closer ones are answered this late at most. */
  falseAlarmsApart: 10 * minute,
  falseAlarmLongest: 5 * minute,
  /** The longest time that a server may ask the app to wait before it tries again by itself. */
  retryAfterMaximum: minute,
  auditRefetch: 18 * second,
  conversionPoll: 3 * second,
  conversionGiveUp: 90 * second,
  /** A document that is being synced counts as pending for this time, then as broken off. */
  syncingLock: 3 * minute,
  offlineTaskExpiry: 7 * day,
  pageCacheFreshness: 7 * day,
  libraryCacheExpiry: 2 * hour,
  externalMediaCacheExpiry: 7 * day,
  cachedBulksValid: 7 * day,
  /** What is kept in the browser waits this long after the start, so that it delays nothing. */
  offlineStoreDelay: 5 * second,
  /** While the server does not answer, stored data is shown after this time. */
  storedAnswerDelay: 2 * second,
  /** How long the app waits for the renewal of a session before it asks whether the server is there. */
  sessionRenewalTimeout: 1500,
  geolocationTimeout: 6500,
  geolocationMaximumAge: 30 * minute,
  selfSignedNoticeDelay: 10 * second,
  selfSignedNoticeRepeat: day,
  selfSignedNoticeShown: 10 * second,
  signingHelperPreference: 30 * day,
  /** Maximum time between saves while the user keeps editing. */
  fileEditSyncDebounce: 5 * second,
  /** Time from the last change of a draft until it is saved. */
  draftSaveDelay: second,
  mediaUploadWait: 30 * minute,
  mediaUploadPoll: 15 * second,
  /** How long a removed entry of a list fades. */
  itemAnimationDelay: 300,
  bulkListRefreshDebounce: 3 * second,
  /** Live events within this time are answered by one count of the notifications. */
  notificationsDebounce: second / 2,
  identityPoll: 15 * second,
  /** An identity check without progress is rejected after this time. */
  identityGiveUp: 5 * minute,
  /** Minimum time between reminders to one recipient. */
  reminderInterval: hour,
  retryBackoffStart: second,
  retryBackoffFactor: 3,
  printFailureShown: 5 * second,
  verifyRedirect: 3 * second,
  inviteSwitch: 2 * second,
  /** Life of a cookie that states no other. */
  cookieLife: day,
  /** After this time visitors are asked about cookies again. */
  consentLife: 365 * day,
  passkeyPromotion: 30 * day,
} as const;
