/** Permissions on files. Whoever may read a transaction may read its files. */
import { isEditable, isRunning, type TransactionStatus } from '#contract/entities/transaction.ts';

export const fileActors = ['owner', 'reader', 'viewer', 'public', 'stranger'] as const;
export type FileActor = (typeof fileActors)[number];

export const fileActions = ['read', 'download', 'updateMeta', 'updateBody', 'delete', 'readInsights', 'reportEvent', 'readSharing', 'share', 'changeOwner', 'stopSharing'] as const;
export type FileAction = (typeof fileActions)[number];

export interface FileView {
  ownerId: string;
  /** Whether the viewer administers the organization of the file. */
  administered?: boolean;
  public: boolean;
  sharedWith: readonly string[];
  /** For each transaction with the file: its status, whether the viewer may read it, and whether it waits for approval before it is sent. */
  transactions: readonly { status: TransactionStatus; readable: boolean; held?: boolean }[];
  /** For each template with the file: whether the viewer may read it. */
  templates?: readonly { readable: boolean }[];
}

type Rule = (file: FileView) => boolean;
const always: Rule = () => true;
const never: Rule = () => false;
/** A file that was sent for signature, or that waits for that, can't be changed. */
const unsent: Rule = ({ transactions }) => transactions.every(({ status, held }) => isEditable(status) && !held);
/** The owner of a file in a transaction or template changes only with that. */
const unbound: Rule = ({ transactions, templates = [] }) => transactions.length === 0 && templates.length === 0;
const notRunning: Rule = ({ transactions }) => transactions.every(({ status, held }) => !isRunning(status) && !held);

const table: Record<FileActor, Partial<Record<FileAction, Rule>>> = {
  owner: {
    read: always, download: always, updateMeta: unsent, updateBody: unsent, delete: notRunning,
    readInsights: always, reportEvent: always, readSharing: always, share: always, changeOwner: unbound, stopSharing: always,
  },
  reader: { read: always, download: always, reportEvent: always },
  viewer: { read: always, download: always, readInsights: always, reportEvent: always, readSharing: always, stopSharing: always },
  public: { read: always, download: always, reportEvent: always },
  stranger: {},
};

function fileActorsOf(file: FileView, viewerId: string): FileActor[] {
  const actors: FileActor[] = [];
  if (file.ownerId === viewerId || file.administered) actors.push('owner');
  if ([...file.transactions, ...(file.templates ?? [])].some(({ readable }) => readable)) actors.push('reader');
  if (file.sharedWith.includes(viewerId)) actors.push('viewer');
  if (file.public) actors.push('public');
  return actors.length > 0 ? actors : ['stranger'];
}

export const fileActorMay = (actor: FileActor, action: FileAction, file: FileView): boolean =>
  (table[actor][action] ?? never)(file);

export const mayWithFile = (file: FileView, viewerId: string, action: FileAction): boolean =>
  fileActorsOf(file, viewerId).some((actor) => fileActorMay(actor, action, file));
