import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenMagicLink } from '#contract/entities/magic-link.ts';
import { splitName } from '#contract/person-names.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useLinkFacts } from '#web/entities/magic-link/use-link-facts.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { call } from '#web/services/api/call.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { dateWithZone } from '#web/ui/dates.ts';
import { RequestIntroduction } from '#web/ui/RequestIntroduction.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import type { LinkActions } from './use-magic-link.ts';

interface LinkIntroductionProps {
  link: OpenMagicLink;
  actions: LinkActions;
  /** Whether another account is signed in here. */
  isOther: boolean;
  onStay: () => void;
}

/** The sentence on what is asked of the reader, or what they have done. */
function leadOf({ kind, hasSigned, participation }: Pick<OpenMagicLink, 'kind' | 'hasSigned' | 'participation'>) {
  if (kind !== 'request') return kind;
  if (participation === 'signer') return hasSigned ? 'signed' : 'request';
  return hasSigned ? 'done' : participation;
}

/** Who asks for what, and the expiry date. */
export const LinkIntroduction = ({ link, actions, isOther, onStay }: LinkIntroductionProps) => {
  const { t } = useTranslation('magicLink');
  const { kind, title, sender, message, hasSigned, participation } = link;
  const isRequested = kind === 'request' && !hasSigned;
  const heading = message.title || title;
  const isNamed = sender.name !== sender.email;
  useDocumentTitle(title);
  const facts = useFacts(link, heading, isRequested);
  return (
    <RequestIntroduction
      heading={heading}
      sender={{ ...(isNamed ? splitName(sender.name) : {}), email: sender.email }}
      lead={t(`lead.${leadOf({ kind, hasSigned, participation })}`, { sender: sender.name })}
      address={isNamed ? sender.email : null}
      message={message.body}
      facts={facts}
    >
      {isOther ? <OtherAccount link={link} onStay={onStay} /> : null}
      {actions.error ? <Banner meaning="negative">{errorText(actions.error)}</Banner> : null}
      <Button look="primary" size="large" wide isPending={actions.pending} onPress={() => void actions.open()}>
        {isRequested ? t('start') : t('open')}
      </Button>
    </RequestIntroduction>
  );
};

function useFacts(link: OpenMagicLink, heading: string, isRequested: boolean): string[] {
  const { i18n } = useTranslation();
  const signBy = link.expiresAt ? dateWithZone(link.expiresAt, formatLocale(i18n.language)) : undefined;
  return useLinkFacts({ ...link, heading, isRequested, signBy });
}

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
