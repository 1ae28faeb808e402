/** Who may do what with a file. Whoever may read a transaction may read its files. */
import { isEditable, isRunning, type TransactionStatus } from '#contract/entities/transaction.ts';

export const fileActors = ['owner', 'reader', 'viewer', 'public', 'stranger'] as const;
export type FileActor = (typeof fileActors)[number];

export const fileActs = ['read', 'download', 'updateMeta', 'updateBody', 'delete', 'readInsights', 'reportEvent', 'readSharing', 'share', 'changeOwner', 'stopSharing'] as const;
export type FileAct = (typeof fileActs)[number];

export interface FileView {
  ownerId: string;
  /** The viewer acts as owner in the organization it was made in. */
  administered?: boolean;
  public: boolean;
  sharedWith: readonly string[];
  /** The status of each transaction the file is part of, and whether the viewer may read that transaction. */
  transactions: readonly { status: TransactionStatus; readable: boolean }[];
  /** Whether the viewer may read a template the file is part of, for each. */
  templates?: readonly { readable: boolean }[];
}

type Rule = (file: FileView) => boolean;
const always: Rule = () => true;
const never: Rule = () => false;
/** What a recipient was asked to sign stays as it is. */
const unsent: Rule = ({ transactions }) => transactions.every(({ status }) => isEditable(status));
/** A file of a transaction or template goes with it to a new owner. */
const unbound: Rule = ({ transactions, templates = [] }) => transactions.length === 0 && templates.length === 0;
const notRunning: Rule = ({ transactions }) => transactions.every(({ status }) => !isRunning(status));

const table: Record<FileActor, Partial<Record<FileAct, Rule>>> = {
  owner: {
    read: always, download: always, updateMeta: unsent, updateBody: unsent, delete: notRunning,
    readInsights: always, reportEvent: always, readSharing: always, share: always, changeOwner: unbound, stopSharing: always,
  },
  reader: { read: always, download: always, reportEvent: always },
  viewer: { read: always, download: always, readInsights: always, reportEvent: always, readSharing: always, stopSharing: always },
  public: { read: always, download: always, reportEvent: always },
  stranger: {},
};

export function fileActorsOf(file: FileView, viewerId: string): FileActor[] {
  const actors: FileActor[] = [];
  if (file.ownerId === viewerId || file.administered) actors.push('owner');
  if ([...file.transactions, ...(file.templates ?? [])].some(({ readable }) => readable)) actors.push('reader');
  if (file.sharedWith.includes(viewerId)) actors.push('viewer');
  if (file.public) actors.push('public');
  return actors.length > 0 ? actors : ['stranger'];
}

export const fileActorMay = (actor: FileActor, act: FileAct, file: FileView): boolean =>
  (table[actor][act] ?? never)(file);

export const mayWithFile = (file: FileView, viewerId: string, act: FileAct): boolean =>
  fileActorsOf(file, viewerId).some((actor) => fileActorMay(actor, act, file));
