export function charactersOfMap(map: Buffer): Set<number>;
export function charactersOfFont(file: Uint8Array): Set<number>;
