interface Named {
  readonly id: string;
  readonly name: string;
}

/** A short list of named things that a person keeps in a space. */
export interface SpaceList<Item extends Named> {
  readonly items: readonly Item[];
  /** Number of items that were saved or removed on this page. */
  readonly changes: number;
}

const byName = (a: Named, b: Named): number => a.name.localeCompare(b.name, 'en', { numeric: true });

/** The list with an item that is new or has changed, sorted by name. */
export const withSaved = <Item extends Named>({ items, changes }: SpaceList<Item>, item: Item): SpaceList<Item> => ({
  items: [...items.filter(({ id }) => id !== item.id), item].toSorted(byName),
  changes: changes + 1,
});

export const withRemoved = <Item extends Named>({ items, changes }: SpaceList<Item>, id: string): SpaceList<Item> => ({
  items: items.filter((each) => each.id !== id),
  changes: changes + 1,
});
