/** Tables of files, transactions and media. */
export interface DocumentTables {}
