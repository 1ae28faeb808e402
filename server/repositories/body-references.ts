/** Where rows name stored bodies: one list for the removal of bodies that nothing names, and for the verification of backups. */
import { sql, type RawBuilder } from 'kysely';

/** A row as `row_to_json` writes it. */
type Row = Readonly<Record<string, unknown>>;

interface BodyReference {
  table: string;
  /** SQL condition: the row names the body `ref`. */
  names: RawBuilder<boolean>;
  /** Returns the bodies that the row names and that are stored completely. */
  refsIn(row: Row): unknown[];
}

/** Uploads of documents are named by versions once they are used; those of pictures and attachments keep naming theirs. */
const purposesThatName = ['media', 'media_update', 'avatar', 'identity', 'attachment', 'encrypted'];

const inColumn = (table: string, column: string): BodyReference => ({ table, names: sql<boolean>`${sql.ref(column)} = ref`, refsIn: (row) => [row[column]] });

/** The values of a key in a list of objects. */
const valuesIn = (list: unknown, key: string): unknown[] => (Array.isArray(list) ? list.flatMap((each: Row) => (key in each ? [each[key]] : [])) : []);

export const bodyReferences: readonly BodyReference[] = [
  {
    table: 'uploads',
    // Also while it is received, and until the sweep deletes a refused one.
    names: sql<boolean>`body_ref = ref and (status <> 'used' or purpose = any(${purposesThatName}::text[]))`,
    refsIn: ({ body_ref: ref, status, purpose }) =>
      (status === 'stored' || status === 'waiting' || (status === 'used' && purposesThatName.includes(String(purpose))) ? [ref] : []),
  },
  { table: 'file_versions', names: sql<boolean>`body_ref = ref and removed_at is null`, refsIn: ({ body_ref: ref, removed_at: removedAt }) => (removedAt === null ? [ref] : []) },
  inColumn('encrypted_versions', 'body_ref'),
  inColumn('media', 'image_ref'),
  inColumn('users', 'avatar'),
  inColumn('organizations', 'logo'),
  {
    table: 'mails',
    names: sql<boolean>`attachments <> '[]' and attachments @> jsonb_build_array(jsonb_build_object('ref', ref))`,
    refsIn: ({ attachments }) => valuesIn(attachments, 'ref'),
  },
  {
    table: 'bulks',
    names: sql<boolean>`blueprint -> 'files' @> jsonb_build_array(jsonb_build_object('bodyRef', ref))`,
    refsIn: ({ blueprint }) => valuesIn((blueprint as Row | null)?.files, 'bodyRef'),
  },
];
