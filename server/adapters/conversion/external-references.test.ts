import { expect, test } from 'vitest';
import { crc32, deflateRawSync } from 'node:zlib';
import { binaryWithoutReferences, NoOfficeFile, packageWithoutReferences } from './external-references.ts';

const rels = (...tags: string[]): string => `<?xml version="1.0"?><Relationships xmlns="x">${tags.join('')}</Relationships>`;
const picture = '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="file:///data/bodies/secret.pdf" TargetMode="External"/>';
const link = '<Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://example.org" TargetMode="External"/>';
const inner = '<Relationship Id="r3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/image1.png"/>';

/** Builds a ZIP archive with deflated entries, as other programs write it. */
function archive(files: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content as string);
    const data = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from('504b0304', 'hex'), common, Buffer.from(name), data);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('504b01021400', 'hex'), common, place, Buffer.from(name));
    offset += 30 + name.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
const types = { '[Content_Types].xml': '<Types/>' };

test('M1: removes external references from a package, and keeps its own parts and hyperlinks', () => {
  const written = packageWithoutReferences(archive({ ...types, 'word/_rels/document.xml.rels': rels(picture, link, inner), 'word/document.xml': '<w/>' }));
  // Modified entries are stored uncompressed.
  expect(written.includes('secret.pdf')).toBe(false);
  expect([written.includes('https://example.org'), written.includes('media/image1.png')]).toEqual([true, true]);
  expect(packageWithoutReferences(written).equals(packageWithoutReferences(packageWithoutReferences(written)))).toBe(true);
  const utf16 = Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(rels(picture), 'utf16le')]);
  expect(packageWithoutReferences(archive({ ...types, '_rels/.rels': utf16 })).includes('secret.pdf')).toBe(false);
});

test('M1: does not mistake an ordinary archive for an office package', () => {
  expect(() => packageWithoutReferences(archive({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<x/>' }))).toThrow(NoOfficeFile);
  expect(() => packageWithoutReferences(Buffer.from('PK'))).toThrow(NoOfficeFile);
});

test('M1: replaces Rich Text and Word fields that fetch files with unknown words of the same length', () => {
  const text = '{\\rtf1 {\\field{\\*\\fldinst { includePicture "file:///data/x.pdf" }}}}';
  const written = binaryWithoutReferences(Buffer.from(text)).toString();
  expect(written).toHaveLength(text.length);
  expect(written).not.toMatch(/includepicture|file:/i);
  expect(binaryWithoutReferences(Buffer.from('INCLUDEPICTURE', 'utf16le')).toString('utf16le')).toBe('xxxxxxxxxxxxxx');
});

test('does not unpack an archive beyond the size limit', () => {
  const bomb = archive({ ...types, 'word/media/image1.png': 'x', 'word/media/image2.png': 'x' });
  for (let at = bomb.indexOf('504b0102', 0, 'hex'); at >= 0; at = bomb.indexOf('504b0102', at + 1, 'hex')) bomb.writeUInt32LE(200 * 1024 * 1024, at + 24);
  expect(() => packageWithoutReferences(bomb)).toThrow('unpacks to too much');
});
