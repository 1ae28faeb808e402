/** Limits and durations of the product (document 3, section 9, and docs/decisions). Times are in milliseconds. */
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export const timing = {
  snackbarNotice: 12 * second,
  successDialogAutoClose: 2 * second,
  offlineIndicatorDelay: 3 * second,
  copyFeedback: 2 * second,
  inputDebounce: 200,
  overlayInteractivityDelay: 500,
  tooltipDelay: 500,
  pageAutoRetryDelay: 2 * second,
  eventReconnectWindow: 30 * second,
  eventReconnectFirefox: minute,
  eventReconnectStart: second,
  eventReconnectMaximum: 18_000 * second,
  eventReconnectGrowth: 16,
  eventHeartbeatTimeout: 45 * second,
  tokenRefreshBeforeExpiry: 120 * second,
  reloginWithin: 12 * hour,
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
  serviceRecheck: 10 * second,
  auditRefetch: 18 * second,
  conversionPoll: 3 * second,
  conversionGiveUp: 90 * second,
  syncingLock: 180 * second,
  offlineTaskExpiry: 7 * day,
  pageCacheFreshness: 7 * day,
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
  mediaListRefreshDebounce: 5 * second,
  bulkListRefreshDebounce: 3 * second,
  itemAnimationDelay: 300,
  identityPoll: 15 * second,
  /** An identity check without progress is rejected after this time. */
  identityGiveUp: 5 * minute,
  /** Minimum time between reminders to one recipient. */
  reminderInterval: hour,
  retryBackoffStart: second,
  retryBackoffFactor: 3,
  loadingFadeIn: second,
  loadingTurn: 1400,
  printFailureShown: 5 * second,
  verifyRedirect: 3 * second,
  inviteSwitch: 2 * second,
  containerNotFound: 5 * second,
  /** Life of a cookie that states no other. */
  cookieLife: day,
  /** After this time visitors are asked about cookies again. */
  consentLife: 365 * day,
  passkeyPromotion: 30 * day,
} as const;

export const callTimeouts = {
  ordinary: 180 * second,
  bulk: 240 * second,
  short: 30 * second,
} as const;

export const sizes = {
  file: 52_428_800,
  mediaImage: 2_097_152,
  avatar: 5_242_879,
  identityPicture: 5_242_879,
  /** Two hundred documents of the maximum size. */
  storagePerPerson: 10_000_000_000,
  /** Mail servers often reject larger messages. */
  mailAttachments: 15_728_640,
  cookie: 4096,
} as const;

/** Limits of JSON request bodies. A call that accepts more sets `maxBody`. */
export const requestBodies = {
  /** Bytes. */
  ordinary: 262_144,
  /** For thousands of fields with images among their values. */
  fields: 8_388_608,
  /** For the recipients of a bulk send. */
  people: 4_194_304,
  depth: 32,
  /** Elements of one array or object, and values in total. */
  elements: 10_000,
  values: 500_000,
  /** Bytes of larger-than-ordinary bodies per user and minute. */
  perMinute: 67_108_864,
} as const;

/** Minimum size in pixels of a picture for an identity check. */
export const identityPictures = { longerSide: 320, shorterSide: 240 } as const;

export const counts = {
  filesPerAddition: 10,
  /** Upper bound of the number of files, whatever the installation permits. */
  files: 100,
  mediaPerKind: 10,
  listPage: 50,
  /** Entries of a list that one call changes. */
  listChanges: 100,
  /** Folders, and tags, of one space. */
  labels: 200,
  /** Tags of one entry. */
  tagsOfEntry: 20,
  undoHistory: 5,
  visitedPaths: 5,
  formPages: 30,
  recipients: 100,
  organizationsOwned: 20,
  organizationMembers: 150,
  teams: 100,
  contacts: 5000,
  applications: 50,
  passkeys: 20,
  bulkRecipients: 10_000,
  /** Transactions sent per part of a bulk. */
  bulkPart: 10,
  participants: 50,
  /** Rejections after which a person can't request access to the same resource again. */
  accessRejections: 3,
  fieldsPerFile: 10_000,
  /** Options of one choice field; the core returns no more. */
  fieldOptions: 1000,
  /** Decimals of a number field. */
  decimals: 6,
} as const;

export const lengths = {
  title: 256,
  message: 2000,
  reason: 256,
  fullName: 128,
  label: 64,
  /** The first paragraph that an organization puts into mails. */
  brandIntro: 1000,
  /** In UTF-16 code units. The core truncates longer names in a file. */
  fieldTooltip: 256,
  fieldOption: 256,
  helpText: 500,
  dataLabel: 64,
  /** Of a formula or condition; the core evaluates no longer ones. */
  expression: 1000,
  /** Sign of a currency or unit, before or after a number. */
  numberAffix: 12,
  /** In bytes of UTF-8 (ISO 32000-2, 7.6.4.3.3); longer passwords would be cut off. */
  documentPassword: 127,
} as const;

export const links = {
  /** Life of a link to finished documents, from completion or resending. Other links are valid while what they lead to is open. */
  completedLinkLife: 90 * day,
  /** From pressing the button of a link to completing the sign-in. */
  signInCodeLife: 5 * minute,
  /** New links sent per window in place of an expired one. */
  renewals: 3,
  renewalWindow: 15 * minute,
  oneTimeCodeDigits: 6,
  oneTimeCodeLife: 10 * minute,
  oneTimeCodeTries: 5,
  uploadLife: hour,
  downloadLife: hour,
  /** From entering the presence code to signing on the host's device. */
  presenceLife: hour,
  inviteLife: 7 * day,
  verificationLife: 7 * day,
  /** How long an account change can be reverted by the link in its mail. */
  accountChangeLife: 7 * day,
  applicationTokenLife: hour,
  captureTicketLife: 30 * minute,
  challengeLife: 5 * minute,
  thirdPartyCheckLife: day,
} as const;

/** Limits per window of password and second-factor attempts and of sent codes: per origin (network or device), and in total. */
export const attemptLimits = {
  window: 15 * minute,
  /** Attempts per origin and account before the browser must solve a proof of work for each further one. */
  withoutWork: 3,
  /** Attempts per network at any accounts before each further one from a device that is not known requires a proof of work. */
  withoutWorkByNetwork: 20,
  most: {
    password: { fromOneOrigin: 10, fromAll: 100 },
    code: { fromOneOrigin: 5, fromAll: 20 },
    factor: { fromOneOrigin: 5, fromAll: 20 },
  },
  /** Remembered devices per user, and for how long. */
  knownDevices: 20,
  deviceLife: 365 * day,
  /** How long after a sign-in security-relevant account changes are allowed. */
  recentSignIn: 10 * minute,
} as const;

export const captcha = {
  /** How long the provider may take to verify a token; a person waits. */
  verificationTimeout: 5 * second,
  /** How long a passed CAPTCHA counts for further codes to the same address in the same sign-in. */
  passLife: hour,
  /** How long the page waits for the provider's script. */
  scriptTimeout: 15 * second,
} as const;

/** Access codes of recipients: length, wrong entries until one is locked, and how long an entered one counts in its session. */
export const accessCodes = { shortest: 4, longest: 64, tries: 5, life: 12 * hour } as const;

/** Automatic reminders of one recipient: the longest interval in days, and the number in all. */
export const reminderLimits = { days: 90, most: 20 } as const;

/** Text messages per window: caused by one account to any number, and sent to one number. */
export const textLimits = { window: hour, ofGuest: 10, ofUser: 60, toNumber: 10 } as const;

/** TOTP parameters (RFC 6238): the defaults of authenticator apps. */
export const secondFactorRules = {
  digits: 6,
  /** Seconds. */
  period: 30,
  /** Tolerated clock drift, in periods. */
  window: 1,
  recoveryCodes: 10,
} as const;

export const fieldDefaults = {
  fontSize: 40,
  minimumFontSize: 7,
  automaticFontSize: 1,
  /** Points per CSS pixel (1/96 inch). `fontSize` and `minimumFontSize` are in pixels. */
  pointsOfPixel: 0.75,
  /** Points per unit of a stored font size: twelve pixels, the divisor used for imported sizes. */
  pointsOfSize: 9,
  lineHeight: 1.4,
  multilinePadding: 6,
  multilineLines: 2,
  rectTolerance: 0.5,
  sortTolerance: 1,
  ratio: 0.75,
  group: 'group-1',
  smallestDetected: 10,
} as const;

export const rendering = {
  thumbnailWidth: 200,
  detectionWidth: 1000,
  timeLimit: 10 * second,
} as const;

export const fetching = { timeLimit: 30 * second, redirects: 5 } as const;

export const screens = {
  mobileWidth: 736,
  mobileLandscapeWidth: 812,
  mobileLandscapeHeight: 375,
  tabletWidth: 1024,
} as const;

/**
 * Text colours of fields (document 3 §9). Its #FF0000 has a contrast of 4.0 with the white page, too little for small text; this
 * red has 5.4.
 */
export const textColors = { black: 'black', red: '#d00000', green: '#008000', blue: '#0000ff' } as const;

export const avatars = { small: 30, medium: 35, large: 40, maximum: 60, colours: 12 } as const;
export const bottomSheet = { closeSwipe: 150, closeShare: 0.7 } as const;
export const notificationSettingsDefault = 4_194_303;
