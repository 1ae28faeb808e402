/** Which characters a font truly has, by its table `cmap` (OpenType): style sheets name whole blocks, of which a font has half. */

/** Format 4: runs of the first plane, each with its shift or its list of glyphs. */
function addRuns(map, at, characters) {
  const across = map.readUInt16BE(at + 6);
  for (let run = 0; run < across; run += 2) {
    const end = map.readUInt16BE(at + 14 + run);
    const first = map.readUInt16BE(at + 16 + across + run);
    const shift = map.readUInt16BE(at + 16 + 2 * across + run);
    const place = at + 16 + 3 * across + run;
    const list = map.readUInt16BE(place);
    for (let character = first; character <= end && character < 0xffff; character += 1) {
      const listed = list === 0 ? character : map.readUInt16BE(place + list + 2 * (character - first));
      if (list === 0 ? ((listed + shift) & 0xffff) !== 0 : listed !== 0) characters.add(character);
    }
  }
}

/** Format 12: groups of all planes. */
function addGroups(map, at, characters) {
  for (let group = map.readUInt32BE(at + 12), place = at + 16; group > 0; group -= 1, place += 12) {
    for (let character = map.readUInt32BE(place); character <= map.readUInt32BE(place + 4); character += 1) characters.add(character);
  }
}

/**
 * The characters of a table `cmap`.
 * @param {Buffer} map
 * @returns {Set<number>}
 */
export function charactersOfMap(map) {
  const characters = new Set();
  for (let table = 0; table < map.readUInt16BE(2); table += 1) {
    const at = map.readUInt32BE(8 + 8 * table);
    const format = map.readUInt16BE(at);
    if (format === 4) addRuns(map, at, characters);
    else if (format === 12) addGroups(map, at, characters);
  }
  return characters;
}

/**
 * The characters of a TrueType or OpenType file.
 * @param {Uint8Array} file
 * @returns {Set<number>}
 */
export function charactersOfFont(file) {
  const font = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  for (let record = 12; record < 12 + 16 * font.readUInt16BE(4); record += 16) {
    if (font.toString('latin1', record, record + 4) !== 'cmap') continue;
    const start = font.readUInt32BE(record + 8);
    return charactersOfMap(font.subarray(start, start + font.readUInt32BE(record + 12)));
  }
  throw new Error('A font without a table of characters');
}
