/** Reads the dimensions of a picture from its first bytes: PNG (ISO 15948, 11.2.2) and JPEG (ITU T.81, B.2.2). */
interface PictureSize {
  width: number;
  height: number;
}

/** Bytes. Cameras write up to half a megabyte before the dimensions: thumbnails and colour profiles. */
export const pictureHead = 524_288;

/** Returns null when the dimensions aren't found. */
export const pictureSize = (head: Buffer): PictureSize | null => (head.readUInt8(0) === 0x89 ? ofPng(head) : ofJpeg(head));

function ofPng(head: Buffer): PictureSize | null {
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

/** SOF markers of all codings; 0xC4, 0xC8 and 0xCC in that range aren't frames. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function ofJpeg(head: Buffer): PictureSize | null {
  let at = 2;
  while (at + 9 <= head.length && head[at] === 0xff) {
    const marker = head.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) };
    else at += 2 + head.readUInt16BE(at + 2);
  }
  return null;
}
