import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { I18nProvider } from 'react-aria-components';
import { errorText } from '#web/entities/error-text.ts';
import type { MailLink } from '#web/services/auth/session.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { BrandMark } from '#web/ui/BrandMark.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CardPage } from '#web/ui/CardPage.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadingText } from '#web/ui/LoadingText.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { LinkCode } from './LinkCode.tsx';
import { LinkEnded } from './LinkEnded.tsx';
import { LinkIntroduction } from './LinkIntroduction.tsx';
import { useMagicLink, type LinkActions } from './use-magic-link.ts';

interface MagicLinkPageProps {
  link: MailLink;
  /** The account that is signed in in this browser. */
  signedInAs: string | null;
  /** Called if the link's person is already signed in: the app continues. */
  onReader: () => void;
  /** Called if another account is signed in and stays. */
  onStay: () => void;
}

const LinkContent = ({ actions, signedInAs, onStay }: { actions: LinkActions } & Pick<MagicLinkPageProps, 'signedInAs' | 'onStay'>) => {
  const { t } = useTranslation('magicLink');
  const { t: shell } = useTranslation('shell');
  const { found, sent, error } = actions;
  if (sent) return <LinkCode actions={actions} sent={sent} />;
  if (found?.state === 'ended') return <LinkEnded link={found} actions={actions} />;
  if (found) return <LinkIntroduction link={found} actions={actions} isOther={signedInAs !== null} onStay={onStay} />;
  if (!error) return <LoadingText>{t('loading')}</LoadingText>;
  return (
    <EmptyState
      level={1}
      title={t('failed')}
      actions={
        <Button look="primary" onPress={() => void actions.read()}>
          {shell('reload')}
        </Button>
      }
    >
      {errorText(error)}
    </EmptyState>
  );
};

/** Landing page of a link from a mail. Nobody is signed in before its button is pressed. */
export const MagicLinkPage = ({ link, signedInAs, onReader, onStay }: MagicLinkPageProps) => {
  const { i18n } = useTranslation();
  const actions = useMagicLink(link, signedInAs);
  const isReader = actions.found?.isReader ?? false;
  const brand = actions.found?.state === 'open' ? actions.found.brand : null;
  useEffect(() => {
    if (isReader) onReader();
  }, [isReader, onReader]);
  return (
    <I18nProvider locale={formatLocale(i18n.language)}>
      <CardPage mark={brand ? <BrandMark brand={brand} /> : undefined}>{isReader ? <Spinner /> : <LinkContent actions={actions} signedInAs={signedInAs} onStay={onStay} />}</CardPage>
    </I18nProvider>
  );
};
