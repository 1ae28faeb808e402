// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { sizes } from '#contract/limits/sizes.ts';
import { checkFiles, smallestFirst, titleOf } from './upload-rules.ts';

const file = (name: string, size = 1000, type = 'application/pdf') => ({ name, size, type });
const codes = (...args: Parameters<typeof checkFiles>) => checkFiles(...args).map(({ error }) => error);

describe('checkFiles', () => {
  it('accepts ten files of 50 MB and refuses each file beyond', () => {
    const many = Array.from({ length: 12 }, (_, index) => file(`${index}.pdf`, sizes.file));
    expect(codes(many)).toEqual([...Array<null>(10).fill(null), 'max_count_exceeded', 'max_count_exceeded']);
  });

  it('counts existing files, but not refused ones', () => {
    expect(codes([file('a.txt', 1, 'text/plain'), file('b.pdf'), file('c.pdf')], { count: 9 })).toEqual(['wrong_mime_type', null, 'max_count_exceeded']);
  });

  it('refuses one byte more than 50 MB', () => {
    expect(codes([file('a.pdf', sizes.file), file('b.pdf', sizes.file + 1)])).toEqual([null, 'max_size_exceeded']);
  });

  it.each([
    ['scan.PDF', '', null],
    ['scan', 'application/pdf', null],
    ['letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'wrong_mime_type'],
    ['picture.png', 'image/png', 'wrong_mime_type'],
    ['noextension', '', 'wrong_mime_type'],
    ['.pdf', '', null],
  ])('%s of type "%s": %s', (name, type, code) => expect(codes([file(name, 1, type)])).toEqual([code]));

  it.each([
    ['letter.docx', '', null], ['picture.JPEG', '', null], ['scan.tif', 'image/tiff', null], ['noextension', 'image/png', null],
    ['people.csv', 'text/csv', 'wrong_mime_type'], ['program.exe', 'application/octet-stream', 'wrong_mime_type'],
  ])('%s of type "%s" where the server converts: %s', (name, type, code) => {
    expect(codes([file(name, 1, type)], { converts: true })).toEqual([code]);
    expect(codes([file(name, 1, type)], { converts: true, offline: true })).toEqual([code ?? 'app_is_offline']);
  });

  it('refuses a duplicate title in any case, among new and existing files', () => {
    expect(codes([file('A.pdf'), file('a.PDF'), file('b.pdf')], { titles: ['B.pdf'] })).toEqual([null, 'already_exist', 'already_exist']);
  });

  it('accepts the title of a refused file again', () => {
    expect(codes([file('a.pdf', sizes.file + 1), file('a.pdf')])).toEqual(['max_size_exceeded', null]);
  });
});

describe('titleOf', () => {
  it('shortens the name before the extension', () => {
    const title = titleOf(`${'x'.repeat(300)}.pdf`);
    expect(title).toHaveLength(256);
    expect(title.endsWith('x.pdf')).toBe(true);
  });
  it('names a file without a name', () => expect(titleOf('  ')).toBe('Document.pdf'));
});

it('sorts from the smallest to the largest', () =>
  expect(smallestFirst([file('b', 2), file('a', 1), file('c', 3)]).map(({ name }) => name)).toEqual(['a', 'b', 'c']));
