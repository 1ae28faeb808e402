/** What everybody signs with. */
export interface SigningKey {
  /** PEM files. */
  key: string;
  certificate: string;
  /** PKCS#12, passphrase `test`. */
  p12: string;
}

/** A library that signs: from a file on disk to the bytes of the signed one, the file's own first. */
export interface SigningPeer {
  name: string;
  version: string;
  /** Loads the library and reads the key; what it gives is measured. */
  prepare(key: SigningKey): Promise<(input: string) => Promise<SignedParts>>;
}

/** Where a library keeps the file as it is, only the end is new. */
export type SignedParts = { whole: Uint8Array } | { appended: Uint8Array };
