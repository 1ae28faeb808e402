/** Numbers of the product (document 3, section 9, and the decisions beside it). Times are milliseconds. */
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
  renderTaskTimeout: 10 * second,
  eventReconnectWindow: 30 * second,
  eventReconnectFirefox: minute,
  eventReconnectStart: second,
  eventReconnectMaximum: 18_000 * second,
  eventReconnectGrowth: 16,
  eventHeartbeatTimeout: 45 * second,
  tokenRefreshBeforeExpiry: 120 * second,
  reloginWithin: 12 * hour,
  /** Before the end of an idle session its person is asked. */
  idleWarning: minute,
  /** How far the time that a signature states may be from the server's clock. */
  signingClock: 5 * minute,
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
  /** Whoever edits without a pause is saved this often. */
  fileEditSyncDebounce: 5 * second,
  /** After the last change of a draft, it is saved. */
  draftSaveDelay: second,
  mediaUploadWait: 30 * minute,
  mediaUploadPoll: 15 * second,
  mediaListRefreshDebounce: 5 * second,
  bulkListRefreshDebounce: 3 * second,
  itemAnimationDelay: 300,
  identityPoll: 15 * second,
  /** A check of identity that gets no further is rejected. */
  identityGiveUp: 5 * minute,
  /** One recipient is reminded so often and no more. */
  reminderInterval: hour,
  retryBackoffStart: second,
  retryBackoffFactor: 3,
  loadingFadeIn: second,
  loadingTurn: 1400,
  printFailureShown: 5 * second,
  verifyRedirect: 3 * second,
  inviteSwitch: 2 * second,
  containerNotFound: 5 * second,
  cookieLife: day,
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
  /** Two hundred documents of the largest size. */
  storagePerPerson: 10_000_000_000,
  /** Mail servers refuse much more than this. */
  mailAttachments: 15_728_640,
  cookie: 4096,
} as const;

/** What the JSON of a request may be; a call says in `maxBody` where it takes more than the ordinary. */
export const requestBodies = {
  /** Bytes. */
  ordinary: 262_144,
  /** Thousands of fields, and pictures among their values. */
  fields: 8_388_608,
  /** The people of a bulk send. */
  people: 4_194_304,
  depth: 32,
  /** Of one array or object, and in all. */
  elements: 10_000,
  values: 500_000,
  /** Bytes of larger ones than ordinary that one person sends in a minute. */
  perMinute: 67_108_864,
} as const;

/** Pixels of a picture that shows who somebody is. */
export const identityPictures = { longerSide: 320, shorterSide: 240 } as const;

export const counts = {
  filesPerAddition: 10,
  /** However many an installation permits. */
  files: 100,
  mediaPerKind: 10,
  listPage: 50,
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
  /** So many are sent in one part. */
  bulkPart: 10,
  participants: 50,
  /** After so many refusals a person may not ask for access to the same thing again. */
  accessRejections: 3,
  fieldsPerFile: 10_000,
  /** Of one choice field; the core tells no more. */
  fieldOptions: 1000,
} as const;

export const lengths = {
  title: 256,
  message: 2000,
  reason: 256,
  fullName: 128,
  /** In UTF-16 units; longer ones of a file are cut by the core. */
  fieldTooltip: 256,
  fieldOption: 256,
} as const;

export const links = {
  /** A link to a finished document, from when it was finished or sent again; other links last as long as what they lead to is open. */
  completedLinkLife: 90 * day,
  /** From the press of a link's button to the end of the sign-in. */
  signInCodeLife: 5 * minute,
  /** How often a new link is sent in place of one that has ended. */
  renewals: 3,
  renewalWindow: 15 * minute,
  oneTimeCodeDigits: 6,
  oneTimeCodeLife: 10 * minute,
  oneTimeCodeTries: 5,
  uploadLife: hour,
  downloadLife: hour,
  /** From the code that shows that somebody is at their host's device to their signature there. */
  presenceLife: hour,
  inviteLife: 7 * day,
  verificationLife: 7 * day,
  /** How long a change to an account can be taken back by the link of its mail. */
  accountChangeLife: 7 * day,
  applicationTokenLife: hour,
  captureTicketLife: 30 * minute,
  challengeLife: 5 * minute,
  thirdPartyCheckLife: day,
} as const;

/** How often a password may be guessed and a code be sent: for one network or device, and for all together. */
export const attemptLimits = {
  window: 15 * minute,
  /** From one origin at one account; before each further one a browser has to do some work. */
  withoutWork: 3,
  most: {
    password: { fromOneOrigin: 10, fromAll: 100 },
    code: { fromOneOrigin: 5, fromAll: 20 },
    factor: { fromOneOrigin: 5, fromAll: 20 },
  },
  /** Devices of a person that are remembered, and for how long. */
  knownDevices: 20,
  deviceLife: 365 * day,
  /** How long after a sign-in the account itself may be changed. */
  recentSignIn: 10 * minute,
} as const;

/** Text messages that one account causes, to whatever number, and that come to one number. */
export const textLimits = { window: hour, ofGuest: 10, ofUser: 60, toNumber: 10 } as const;

/** Codes of an app (RFC 6238): what every such app knows without being told. */
export const secondFactorRules = {
  digits: 6,
  /** Seconds. */
  period: 30,
  /** Steps by which the clock of the app may be wrong. */
  window: 1,
  recoveryCodes: 10,
} as const;

export const fieldDefaults = {
  fontSize: 40,
  minimumFontSize: 7,
  automaticFontSize: 1,
  /** Points in a pixel, of which an inch has 96: `fontSize` and `minimumFontSize` are pixels. */
  pointsOfPixel: 0.75,
  /** A font size is nine times its value in points: the length of the twelve pixels by which an imported one is divided. */
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

export const avatars = { small: 30, medium: 35, large: 40, maximum: 60, colours: 12 } as const;
export const bottomSheet = { closeSwipe: 150, closeShare: 0.7 } as const;
export const notificationSettingsDefault = 4_194_303;
