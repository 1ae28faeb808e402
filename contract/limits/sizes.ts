/** Sizes of files and pictures. */

export const sizes = {
  file: 52_428_800,
  mediaImage: 2_097_152,
  avatar: 5_242_879,
  identityPicture: 5_242_879,
  attachment: 10_485_760,
  /** A signature that is kept beside an XHTML page, with its certificates and time stamps. Usual ones take 5 to 20 kB. */
  detachedSignature: 131_072,
  /** Two hundred documents of the maximum size. */
  storagePerPerson: 10_000_000_000,
  /** Mail servers often reject larger messages. */
  mailAttachments: 15_728_640,
  cookie: 4096,
} as const;

/** Minimum size in pixels of a picture for an identity check. */
export const identityPictures = { longerSide: 320, shorterSide: 240 } as const;
