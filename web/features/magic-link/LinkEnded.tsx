import { Link2Off } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { EndedMagicLink } from '#contract/entities/magic-link.ts';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { signIn } from '#web/services/auth/auth.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import type { LinkActions } from './use-magic-link.ts';

/** An expired or used link: the reason and what to do instead. */
export const LinkEnded = ({ link, actions }: { link: EndedMagicLink; actions: LinkActions }) => {
  const { t } = useTranslation('magicLink');
  const { t: shell } = useTranslation('shell');
  const title = t(`ended.${link.reason}.title`);
  useDocumentTitle(title);
  return (
    <EmptyState
      level={1}
      icon={Link2Off}
      title={title}
      actions={
        <>
          {link.isRenewable && !actions.renewed ? (
            <Button look="primary" isPending={actions.pending} onPress={() => void actions.renew()}>
              {t('ended.renew')}
            </Button>
          ) : null}
          <Button {...(link.isRenewable ? {} : { look: 'primary' as const })} onPress={() => void signIn({ returnTo: routes.transactions })}>
            {shell('signIn')}
          </Button>
        </>
      }
    >
      <p>{t(`ended.${link.reason}.text`)}</p>
      {actions.renewed ? <p role="status">{t('ended.renewed')}</p> : null}
      {actions.error ? <Banner meaning="negative">{errorText(actions.error)}</Banner> : null}
    </EmptyState>
  );
};
