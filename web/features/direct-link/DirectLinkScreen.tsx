import { Link2Off } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OpenedDirectLink } from '#contract/entities/direct-link.ts';
import { splitName } from '#contract/person-names.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useLinkFacts } from '#web/entities/magic-link/use-link-facts.ts';
import { Button } from '#web/ui/Button.tsx';
import { CardPage } from '#web/ui/CardPage.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadingText } from '#web/ui/LoadingText.tsx';
import { RequestIntroduction } from '#web/ui/RequestIntroduction.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { useDirectLink, type DirectLinkVisit } from './use-direct-link.ts';
import { VisitorForm } from './VisitorForm.tsx';

interface DirectLinkScreenProps {
  token: string;
  /** Null while the session is being restored. */
  isSignedIn: boolean | null;
  onBegun: (transactionId: string) => void;
}

/** The page of a direct link: what is to be signed, and who signs. */
export function DirectLinkScreen({ token, isSignedIn, onBegun }: DirectLinkScreenProps) {
  const visit = useDirectLink(token, isSignedIn === true, onBegun);
  return <CardPage inFrame>{isSignedIn === null ? <Loading /> : <Content token={token} visit={visit} isSignedIn={isSignedIn} />}</CardPage>;
}

function Content({ token, visit, isSignedIn }: { token: string; visit: DirectLinkVisit; isSignedIn: boolean }) {
  const { t } = useTranslation('directLink');
  const { t: shell } = useTranslation('shell');
  const { found, failure, reload } = visit;
  if (found?.state === 'closed') return <Closed reason={found.reason} />;
  if (found) return <Introduction link={found} token={token} visit={visit} isSignedIn={isSignedIn} />;
  if (!failure) return <Loading />;
  return (
    <EmptyState level={1} title={t('visitor.failed')} actions={<Button look="primary" onPress={reload}>{shell('reload')}</Button>}>
      {errorText(failure)}
    </EmptyState>
  );
}

function Loading() {
  const { t } = useTranslation('directLink');
  return <LoadingText>{t('visitor.loading')}</LoadingText>;
}

function Closed({ reason }: { reason: Extract<OpenedDirectLink, { state: 'closed' }>['reason'] }) {
  const { t } = useTranslation('directLink');
  const title = t(`visitor.closed.${reason}.title`);
  useDocumentTitle(title);
  return (
    <EmptyState level={1} icon={Link2Off} title={title}>
      {t(`visitor.closed.${reason}.text`)}
    </EmptyState>
  );
}

interface IntroductionProps {
  link: Extract<OpenedDirectLink, { state: 'open' }>;
  token: string;
  visit: DirectLinkVisit;
  isSignedIn: boolean;
}

function Introduction({ link, token, visit, isSignedIn }: IntroductionProps) {
  const { t } = useTranslation('directLink');
  const heading = link.message.title || link.title;
  const facts = useLinkFacts({ ...link, heading, isRequested: true });
  useDocumentTitle(link.title);
  return (
    <RequestIntroduction heading={heading} sender={splitName(link.sender)} lead={t('visitor.lead', { sender: link.sender })} message={link.message.body} facts={facts}>
      <VisitorForm token={token} visit={visit} isSignedIn={isSignedIn} />
    </RequestIntroduction>
  );
}
