/** Maximum numbers. */

export const counts = {
  filesPerAddition: 10,
  /** Upper bound of the number of files, whatever the installation permits. */
  files: 100,
  mediaPerKind: 10,
  listPage: 50,
  /** Requests waiting for somebody's approval are counted no further. */
  sendApprovals: 100,
  /** Missed live events that the app gets one by one after an interruption; with more it fetches again what it shows. */
  missedEvents: 100,
  notificationsPage: 20,
  /** Notifications that are kept of one person; the oldest give way. */
  notifications: 500,
  /** Unread notifications are counted no further. */
  unreadNotifications: 99,
  /** Devices of one person that get web push messages. */
  pushDevices: 20,
  /** Entries of a list that one call changes. */
  listChanges: 100,
  /** Folders, and tags, of one space. */
  labels: 200,
  /** Filters that a person keeps for one kind of list in one space. */
  savedFilters: 50,
  /** Templates that the start page offers. */
  recentTemplates: 4,
  /** Of the last requests from templates, those among which the templates are looked for. */
  recentUses: 200,
  /** Tags of one entry. */
  tagsOfEntry: 20,
  undoHistory: 5,
  visitedPaths: 5,
  formPages: 30,
  recipients: 100,
  /** Files that one signer can be asked to attach. */
  attachments: 10,
  organizationsOwned: 20,
  organizationMembers: 150,
  teams: 100,
  contacts: 5000,
  applications: 50,
  passkeys: 20,
  bulkRecipients: 10_000,
  /** Columns of a list of people that fill fields. */
  listColumns: 100,
  /** Transactions sent per part of a bulk. */
  bulkPart: 10,
  /** Requests that a direct link can be limited to. */
  directLinkUses: 100_000,
  participants: 50,
  /** Rejections after which a person can't request access to the same resource again. */
  accessRejections: 3,
  fieldsPerFile: 10_000,
  /** Options of one choice field; the core returns no more. */
  fieldOptions: 1000,
  /** Decimals of a number field. */
  decimals: 6,
} as const;
