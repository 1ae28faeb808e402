// @vitest-environment node
import { expect, it } from 'vitest';
import { foundInLibrary } from './library-search.ts';

const owner = (firstName: string) => ({ id: 'x', email: null, firstName, lastName: null });
const templates = [{ name: 'Lease', owner: owner('Ada') }, { name: 'Form of Ada', owner: owner('Bob') }, { name: 'Consent', owner: owner('Bob') }];

it.each([['', ['Consent', 'Form of Ada', 'Lease']], ['ADA', ['Form of Ada', 'Lease']], ['bob', ['Consent', 'Form of Ada']], ['nothing', []]])('"%s"', (search, names) =>
  expect(foundInLibrary(templates, search).map(({ name }) => name)).toEqual(names));
