/**
 * What a list shows, as the server decides it. The browser applies the same rules to what changes while a list is on the
 * screen, and to a list that it has loaded to its end.
 */
import type { Contact } from '#contract/entities/common.ts';
import type { ListQuery } from '#contract/entities/list-query.ts';
import { matchesSearch } from './matches-search.ts';

/** Whose lists they are. An organization's lists hold what was made in it. */
export interface ListViewer {
  userId: string | null;
  orgId: string | null;
  /** The address of the person; null until it is known. */
  contact: Contact | null;
}

export interface Listed {
  id: string;
  createdAt: string;
  updatedAt: string;
  archived?: boolean | undefined;
  folderId?: string | null | undefined;
  tagIds?: readonly string[] | undefined;
}

export interface ListRules<Item extends Listed> {
  nameOf(item: Item): string;
  /** What a search looks through, and the terms it looks for if they are not the text alone. */
  textsOf(item: Item): readonly (string | null | undefined)[];
  termsOf?: (search: string) => readonly string[];
  /** What a search for a person looks through; lists without it have none. */
  personTextsOf?: (item: Item) => readonly (string | null | undefined)[];
  isInSpace(item: Item, viewer: ListViewer): boolean;
  /** Not asked for the archive, which has entries of every kind. */
  passes(item: Item, filter: string, viewer: ListViewer): boolean;
}

/** Identifies a query, however its search is spaced. */
export const keyOfQuery = ({ filter, search, sort, order, folder, tag, person, createdFrom, createdBefore }: ListQuery): string =>
  JSON.stringify([filter, search.trim(), sort, order, folder, tag, person.trim(), createdFrom, createdBefore]);

const hasLabels = ({ folderId, tagIds = [] }: Listed, folder: string, tag: string): boolean => (folder === '' || folderId === folder) && (tag === '' || tagIds.includes(tag));

const passesFilter = <Item extends Listed>(rules: ListRules<Item>, item: Item, filter: string, viewer: ListViewer): boolean =>
  item.archived ? filter === 'archived' : filter !== 'archived' && rules.passes(item, filter, viewer);

/** Both are times in ISO 8601 in UTC, which have the order of their texts. */
const isCreatedIn = ({ createdAt }: Listed, { createdFrom, createdBefore }: ListQuery): boolean => (createdFrom === '' || createdAt >= createdFrom) && (createdBefore === '' || createdAt < createdBefore);

const namesPerson = <Item extends Listed>({ personTextsOf, termsOf }: ListRules<Item>, item: Item, person: string): boolean =>
  !personTextsOf || matchesSearch(personTextsOf(item), person, termsOf);

const isSoughtIn = <Item extends Listed>(rules: ListRules<Item>, item: Item, query: ListQuery): boolean =>
  hasLabels(item, query.folder, query.tag) && isCreatedIn(item, query) && namesPerson(rules, item, query.person) && matchesSearch(rules.textsOf(item), query.search, rules.termsOf);

export const belongsToList = <Item extends Listed>(rules: ListRules<Item>, item: Item, query: ListQuery, viewer: ListViewer): boolean =>
  rules.isInSpace(item, viewer) && passesFilter(rules, item, query.filter, viewer) && isSoughtIn(rules, item, query);

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function compareCodePoints(a: string, b: string): number {
  const [first, second] = [a, b].map((text) => Array.from(text, (character) => character.codePointAt(0) ?? 0)) as [number[], number[]];
  const at = first.findIndex((point, index) => point !== second[index]);
  return at < 0 ? first.length - second.length : (first[at] ?? 0) - (second[at] ?? -1);
}

/** The order of names on the server, which is the same in every language. Names that differ in case or accents only have the order of their bytes. */
const compareNames = (a: string, b: string): number => collator.compare(a, b) || compareCodePoints(a, b);

function compareKeys<Item extends Listed>(rules: ListRules<Item>, { sort }: ListQuery, a: Item, b: Item): number {
  if (sort === 'name') return compareNames(rules.nameOf(a), rules.nameOf(b));
  return sort === 'updated_at' ? compareTexts(a.updatedAt, b.updatedAt) : compareTexts(a.createdAt, b.createdAt);
}

/** Compares two entries in the order of the list; equal ones by id. */
export const compareListed = <Item extends Listed>(rules: ListRules<Item>, query: ListQuery, a: Item, b: Item): number =>
  (compareKeys(rules, query, a, b) || compareTexts(a.id, b.id)) * (query.order === 'descent' ? -1 : 1);
