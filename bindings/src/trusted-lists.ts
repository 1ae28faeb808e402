/**
 * Trusted lists (ETSI TS 119 612) for Node: reads and verifies them, collects those that a list of lists points to, and caches them.
 *
 * @module
 */
export { gatherLists, type GatherOptions, type ListSource, type ListState, type ListStore, type TrustedLists } from './trusted-lists/collection.ts';
export { listFolder } from './trusted-lists/list-folder.ts';
export { readListInThread } from './trusted-lists/read-in-thread.ts';
export { type ListPointer, readTrustedList, type TrustedList } from './trusted-lists/trusted-list.ts';
