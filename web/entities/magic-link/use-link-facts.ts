import { useTranslation } from 'react-i18next';
import type { Participation } from '#contract/entities/recipient.ts';
import { listOf } from '#web/services/i18n/joined.ts';

interface LinkedRequest {
  documents: readonly string[];
  places: number;
  /** What the reader is asked for; a signature unless given. */
  participation?: Participation;
  /** The deadline, as it is shown. */
  signBy?: string | undefined;
  heading: string;
  /** Whether the reader has yet to do what they are asked for. */
  isRequested: boolean;
}

/** What the page of a link says about a request: its documents, what is to be filled in, and until when. */
export function useLinkFacts({ documents, places, participation = 'signer', signBy, heading, isRequested }: LinkedRequest): string[] {
  const { t, i18n } = useTranslation('magicLink');
  // A single document with the name of its transaction is already in the heading.
  const namesDocuments = documents.length > 1 || documents.some((document) => document !== heading);
  const toDo = participation !== 'signer' ? t(`toDo.${participation}`) : places > 0 ? t('places', { count: places }) : t('noPlaces');
  return [
    ...(namesDocuments ? [t('documents', { count: documents.length, titles: listOf(documents, i18n.language) })] : []),
    ...(isRequested ? [toDo] : []),
    ...(isRequested && signBy ? [t(participation === 'signer' ? 'signBy' : 'deadline', { date: signBy })] : []),
  ];
}
