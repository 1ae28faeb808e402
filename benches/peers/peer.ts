/** A library that fills every text field, each with its appearance stream, from bytes in memory to the saved result. */
export interface Peer {
  name: string;
  version: string;
  fill(bytes: Uint8Array, values: Record<string, string>): Promise<FilledFile>;
}

/** The result: parts that make the file when written one after the other. */
export interface FilledFile {
  parts: Uint8Array[];
}
