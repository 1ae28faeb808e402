/** Documents that stay in a browser, so that they open without the server. */
export const offlineDocuments = {
  /** Bytes that documents may take which nobody chose to keep. */
  most: 1_000_000_000,
  /** Their share of what the browser allows. */
  share: 0.3,
  /** Requests that stay because they wait for a person. */
  waiting: 50,
} as const;
