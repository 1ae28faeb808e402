/** What a judge says of a file: whether it accepts all of its signatures, and if not, why. */
export interface Opinion {
  accepts: boolean;
  /** Empty where it accepts. */
  reason: string;
}

/** What is known of a signature without asking about trust or later changes. */
export interface SignatureFacts {
  field: string;
  intact: boolean;
  coversWholeFile: boolean;
  digest: string;
  key: string;
  bits: number;
  /** Seconds since 1970 that a time stamp over the signature proves; 0 without one. */
  provenTime: number;
  problem: string;
}

/** pyHanko's opinion, and whether what came after each signature was allowed; undefined where it did not compare. */
export interface ComparedOpinion extends Opinion {
  /** What it would say if no algorithm and no key were too weak. */
  acceptsApartFromAlgorithms: boolean;
  laterChangesAllowed: boolean | undefined;
}

/** Everything that was said of a file. */
export interface JudgedFile {
  path: string;
  name: string;
  class: string;
  product: Opinion;
  pyHanko: ComparedOpinion;
  java: Opinion;
  dss: Opinion;
  poppler: Opinion;
}

/** Names every reason once. */
export function opinion(problems: readonly string[]): Opinion {
  return { accepts: problems.length === 0, reason: [...new Set(problems)].join('; ') };
}

/** A file is honest if two of the three judges accept it. */
export function isHonest({ pyHanko, java, dss }: JudgedFile): boolean {
  return [pyHanko, java, dss].filter(({ accepts }) => accepts).length >= 2;
}
