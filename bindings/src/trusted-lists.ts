/**
 * Trusted lists (ETSI TS 119 612) for Node: reading and verifying them, gathering those that a list of lists points to, keeping them.
 *
 * @module
 */
export { gatherLists, type GatherOptions, type ListSource, type ListState, type ListStore, type TrustedLists } from './trusted-lists/collection.ts';
export { listFolder } from './trusted-lists/list-folder.ts';
export { readListInThread } from './trusted-lists/read-in-thread.ts';
export { type ListPointer, readTrustedList, type TrustedList } from './trusted-lists/trusted-list.ts';
