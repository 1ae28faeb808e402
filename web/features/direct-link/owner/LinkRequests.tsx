import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OutputOf } from '#contract/calls/calls.ts';
import type { DirectLinkRequest } from '#contract/entities/direct-link.ts';
import { isRunning } from '#contract/entities/transaction.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { personName } from '#web/ui/initials.ts';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import styles from '../direct-link.module.scss';

/** The requests that were made by the link, newest first. */
export function LinkRequests({ templateId, uses }: { templateId: string; uses: number }) {
  const { t } = useTranslation('directLink');
  const { requests, hasMore, more, busy, error } = useLinkRequests(templateId);
  return (
    <section className={styles.parts} aria-label={t('owner.requests')}>
      <h3 className={styles.heading}>{t('owner.requests')}</h3>
      <p className={styles.quiet}>{t('owner.uses', { count: uses })}</p>
      {requests.length > 0 ? (
        <ItemList label={t('owner.requests')}>
          {requests.map((each) => <Request key={each.transactionId} request={each} />)}
        </ItemList>
      ) : null}
      {error ? <Banner meaning="negative">{errorText(error, t('owner.failed'))}</Banner> : null}
      {hasMore ? <Button isPending={busy} onPress={() => void more()}>{t('owner.more')}</Button> : null}
    </section>
  );
}

function Request({ request: { transactionId, person, status, signedAt, createdAt } }: { request: DirectLinkRequest }) {
  const { t } = useTranslation('directLink');
  const { t: lists } = useTranslation('lists');
  const name = personName(person);
  return (
    <Item
      title={<Link to={fillPath(routes.transaction, { id: transactionId })}>{name}</Link>}
      detail={<>{person.email ?? person.phone} · <Moment at={createdAt} /></>}
      state={isRunning(status) && signedAt ? t('owner.hasSigned') : lists(`status.${status}`)}
    />
  );
}

type Page = OutputOf<'templates.directLinkRequests'>;

const pageAfter = (id: string, exclusiveFrom: string | null, signal?: AbortSignal): Promise<Page> =>
  call('templates.directLinkRequests', { params: { id }, query: exclusiveFrom ? { exclusiveFrom } : {} }, signal ? { signal } : {});

function useLinkRequests(id: string) {
  const { value: page, error, set } = useAnswer(useCallback((signal) => pageAfter(id, null, signal), [id]));
  const action = useAsyncAction();
  const lastKey = page?.lastKey ?? null;
  const more = async (): Promise<void> => {
    const next = await action.ask(() => pageAfter(id, lastKey));
    if (next) set({ ...next, requests: [...(page?.requests ?? []), ...next.requests] });
  };
  return { requests: page?.requests ?? [], hasMore: lastKey !== null, more, busy: action.busy, error: error ?? action.error };
}
