// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Label } from '#contract/entities/label.ts';
import { withLabels } from '#web/entities/file-resources.ts';
import { changeOf, folderOf, hasTag } from './label-choice.ts';

const tags = ['red', 'blue', 'new'].map((id) => ({ id, kind: 'tag', name: id }) as Label);
const both = [{ id: 'a', folderId: 'f', tagIds: ['red', 'blue'] }, { id: 'b', folderId: null, tagIds: ['red'] }];

describe('what several entries have', () => {
  it('is a folder only if it is the same', () => expect([folderOf(both), folderOf(both.slice(0, 1)), folderOf([{ id: 'c' }])]).toEqual(['mixed', 'f', 'none']));
  it('is a tag of all, of some or of none', () => expect(tags.map(({ id }) => hasTag(both, id))).toEqual([true, 'some', false]));
});

describe('the change', () => {
  it('is nothing as long as nothing is chosen', () => expect(changeOf(both, 'mixed', {}, tags)).toEqual({ addTags: [], removeTags: [] }));
  it('has only what differs', () => {
    expect(changeOf(both, 'g', { red: true, blue: false, new: true }, tags)).toEqual({ folderId: 'g', addTags: ['new'], removeTags: ['blue'] });
    expect(changeOf(both.slice(0, 1), 'none', { red: false }, tags)).toEqual({ folderId: null, addTags: [], removeTags: ['red'] });
  });
  it('is shown at once', () => {
    expect(withLabels(both[0]!, { folderId: null, addTags: ['new'], removeTags: ['red'] })).toEqual({ id: 'a', folderId: null, tagIds: ['blue', 'new'] });
    expect(withLabels({ id: 'c' }, { addTags: ['new'] })).toEqual({ id: 'c', folderId: null, tagIds: ['new'] });
  });
});
