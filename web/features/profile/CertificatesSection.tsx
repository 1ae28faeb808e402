import { FileKey } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#contract/calls/calls.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { call } from '#web/services/api/call.ts';
import { toAppError } from '#web/services/app-error.ts';
import { forgetKeys } from '#web/services/signing/forget-signing.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';
import { ConfirmRemovalDialog } from './ConfirmRemovalDialog.tsx';

type Issued = OutputOf<'certificates.list'>['certificates'][number];

/** The certificates that this installation issued to the person, with a way to revoke one. */
export function CertificatesSection({ userId }: { userId: string }) {
  const { t } = useTranslation('certificate');
  const list = useAnswer(useCallback((signal: AbortSignal) => call('certificates.list', {}, { signal }).then(({ certificates }) => certificates), []));
  const [ending, setEnding] = useState<Issued | null>(null);
  const done = (): void => {
    // Without storage there is no key to delete.
    forgetKeys(userId).catch((error: unknown) => console.info('The keys of this browser stay', toAppError(error).code));
    setEnding(null);
    list.reload();
  };
  return (
    <Section title={t('own.title')} text={t('own.text')}>
      {list.error ? <Banner meaning="negative" actions={<Button onPress={list.reload}>{t('tryAgain')}</Button>}>{errorText(list.error, t('own.failed'))}</Banner> : null}
      {list.value === null && !list.error ? <Skeleton height="var(--space-16)" /> : null}
      {list.value?.length === 0 ? <p>{t('own.none')}</p> : null}
      {list.value && list.value.length > 0 ? (
        <ItemList label={t('own.title')}>
          {list.value.map((each) => (
            <Item
              key={each.serial}
              sign={<Icon of={FileKey} />}
              title={each.subject}
              detail={each.email}
              state={<State of={each} />}
              actions={
                isInForce(each) ? (
                  <Button look="quiet" aria-label={t('own.revokeOf', { email: each.email })} onPress={() => setEnding(each)}>
                    {t('own.revoke')}
                  </Button>
                ) : null
              }
            />
          ))}
        </ItemList>
      ) : null}
      {ending ? (
        <ConfirmRemovalDialog
          title={t('own.revokeTitle')}
          confirmText={t('own.revoke')}
          cancelText={t('own.cancel')}
          remove={() => call('certificates.revoke', { body: { serial: ending.serial, reason: 'keyCompromise' } })}
          onClose={() => setEnding(null)}
          onDone={done}
        >
          {t('own.revokeText')}
        </ConfirmRemovalDialog>
      ) : null}
    </Section>
  );
}

const isInForce = ({ revokedAt, notAfter }: Issued): boolean => revokedAt === null && Date.parse(notAfter) > Date.now();

function State({ of: issued }: { of: Issued }) {
  const { t, i18n } = useTranslation('certificate');
  const day = (at: string): string => new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(new Date(at));
  if (issued.revokedAt !== null) return <StatusText meaning="negative">{t('own.revoked', { date: day(issued.revokedAt) })}</StatusText>;
  if (!isInForce(issued)) return <StatusText meaning="secondary">{t('own.ended', { date: day(issued.notAfter) })}</StatusText>;
  return <StatusText meaning="success">{t('own.valid', { date: day(issued.notAfter) })}</StatusText>;
}
