import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenMagicLink } from '#contract/entities/magic-link.ts';
import { splitName } from '#contract/person-names.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { call } from '#web/services/api/call.ts';
import { listOf } from '#web/services/i18n/joined.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { dateWithZone } from '#web/ui/dates.ts';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import type { LinkActions } from './use-magic-link.ts';
import styles from './magic-link.module.scss';

interface LinkIntroductionProps {
  link: OpenMagicLink;
  actions: LinkActions;
  /** Whether another account is signed in here. */
  isOther: boolean;
  onStay: () => void;
}

/** Who asks for what, and the expiry date. */
export const LinkIntroduction = ({ link, actions, isOther, onStay }: LinkIntroductionProps) => {
  const { t } = useTranslation('magicLink');
  const { kind, title, sender, message, hasSigned } = link;
  const isRequested = kind === 'request' && !hasSigned;
  const heading = message.title || title;
  const isNamed = sender.name !== sender.email;
  useDocumentTitle(title);
  return (
    <div className={styles.parts}>
      <h1 className={styles.title}>{heading}</h1>
      <p className={styles.sender}>
        <Avatar person={{ ...(isNamed ? splitName(sender.name) : {}), email: sender.email }} size="large" />
        <span>
          {t(`lead.${kind === 'request' && hasSigned ? 'signed' : kind}`, { sender: sender.name })}
          {sender.email && isNamed ? <span className={styles.contact}>{sender.email}</span> : null}
        </span>
      </p>
      {message.body ? <blockquote className={styles.message}>{message.body}</blockquote> : null}
      <Facts link={link} heading={heading} isRequested={isRequested} />
      {isOther ? <OtherAccount link={link} onStay={onStay} /> : null}
      {actions.error ? <Banner meaning="negative">{errorText(actions.error)}</Banner> : null}
      <Button look="primary" size="large" wide isPending={actions.pending} onPress={() => void actions.open()}>
        {isRequested ? t('start') : t('open')}
      </Button>
    </div>
  );
};

const Facts = ({ link, heading, isRequested }: { link: OpenMagicLink; heading: string; isRequested: boolean }) => {
  const { t, i18n } = useTranslation('magicLink');
  const { documents, places, expiresAt } = link;
  const date = expiresAt && dateWithZone(expiresAt, formatLocale(i18n.language));
  // A single document with the name of its transaction is already in the heading.
  const namesDocuments = documents.length > 1 || documents.some((document) => document !== heading);
  if (!namesDocuments && !isRequested) return null;
  return (
    <ul className={styles.facts}>
      {namesDocuments ? <li>{t('documents', { count: documents.length, titles: listOf(documents, i18n.language) })}</li> : null}
      {isRequested ? <li>{places > 0 ? t('places', { count: places }) : t('noPlaces')}</li> : null}
      {isRequested && date ? <li>{t('signBy', { date })}</li> : null}
    </ul>
  );
};

/** States whose link it is, before it replaces the session of another account. */
const OtherAccount = ({ link, onStay }: { link: OpenMagicLink; onStay: () => void }) => {
  const { t } = useTranslation('magicLink');
  const { name, address } = link.reader;
  const { value: profile } = useAnswer(useCallback(() => call('profile.get', {}), []));
  const account = profile?.email ?? profile?.phone ?? '…';
  return (
    <Banner meaning="attention">
      <p>{t('account.now', { account })}</p>
      <p>{t('account.reader', { reader: name ? `${name} (${address})` : address })}</p>
      <Button look="quiet" onPress={onStay}>
        {t('account.stay', { account })}
      </Button>
    </Banner>
  );
};
