import { devToolsEnhancer } from '@redux-devtools/extension';
import type { Action, StoreEnhancer } from 'redux';

/** Properties whose values are ids, states or counters. All other values may be document contents or personal data. */
const readable = new Set(['type', 'status', 'kind', 'id', 'page', 'version', 'requestId', 'requestStatus']);

/** Matches property names and ids. A key with other characters may be an e-mail address, a phone number or a text. */
const isPlainKey = (key: string): boolean => /^[\w./:-]+$/.test(key);

const summaryOf = (value: unknown): unknown => {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map(summaryOf);
  return typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(entryOf)) : `<${typeof value}>`;
};

const entryOf = ([key, value]: [string, unknown], index: number): [string, unknown] => [
  isPlainKey(key) ? key : `<key ${index}>`,
  readable.has(key) && typeof value !== 'object' ? value : summaryOf(value),
];

/**
 * Connects the store to the Redux DevTools extension, in development only. The extension is third-party code and can
 * export its data, so it gets the structure of state and actions without document contents, field values and people.
 */
export const storeDevTools = (): StoreEnhancer =>
  devToolsEnhancer({
    name: 'Countersign',
    actionSanitizer: <A extends Action>(action: A): A => summaryOf(action) as A,
    stateSanitizer: <S>(state: S): S => summaryOf(state) as S,
  });
