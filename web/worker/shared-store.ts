/** Where the service worker leaves documents that another app of the device has shared, and where the app takes them. */
export const sharedStore = {
  /** Name of the cache. */
  cache: 'countersign-shared',
  /** Name of the files in the form, as the manifest has it. */
  field: 'documents',
  /** Parameter of the upload page that says that documents wait. */
  parameter: 'shared',
  nameHeader: 'x-file-name',
} as const;
