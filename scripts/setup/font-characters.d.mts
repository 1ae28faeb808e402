export function charactersOfFont(file: Uint8Array): Set<number>;
export function charactersOfWoff2(file: Uint8Array): Promise<Set<number>>;
