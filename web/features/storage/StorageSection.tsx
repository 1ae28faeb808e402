import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { nearlyFull, type StorageUsage } from '#contract/entities/storage.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { fileSize } from '#web/ui/dates.ts';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

/** Storage usage of the person's account or of an organization. */
export const StorageSection = ({ orgId }: { orgId?: string }) => {
  const { t } = useTranslation('settings');
  // The key is present even if undefined: otherwise `call` would add the current space.
  const usage = useAnswer(useCallback((signal: AbortSignal) => call('storage.usage', { query: { orgId } }, { signal }), [orgId]));
  return (
    <Section title={t('storage.title')} text={t(orgId === undefined ? 'storage.text' : 'storage.textOrganization')} anchor="storage">
      {usage.error ? (
        <Banner meaning="negative" actions={<Button onPress={usage.reload}>{t('storage.tryAgain')}</Button>}>
          {errorText(usage.error)}
        </Banner>
      ) : null}
      {usage.value ? <Usage {...usage.value} /> : usage.error ? null : <Skeleton height="48px" />}
    </Section>
  );
};

const Usage = ({ used, allowed }: StorageUsage) => {
  const { t, i18n } = useTranslation('settings');
  const size = (bytes: number): string => fileSize(bytes, i18n.language);
  if (allowed === null) return <p>{t('storage.unlimited', { used: size(used) })}</p>;
  const share = allowed === 0 ? 1 : used / allowed;
  return (
    <>
      <ProgressBar label={t('storage.used', { used: size(used), allowed: size(allowed) })} value={Math.min(share, 1)} isWarning={share >= nearlyFull} />
      {share >= nearlyFull ? <Banner meaning={share >= 1 ? 'negative' : 'attention'}>{t(share >= 1 ? 'storage.full' : 'storage.nearlyFull')}</Banner> : null}
    </>
  );
};
