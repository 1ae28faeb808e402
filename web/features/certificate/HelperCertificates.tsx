import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { helperCertificates, helperKey, rememberHelper } from '#web/services/signing/signing-helper.service.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { LocalProps } from './LocalCertificate.tsx';
import styles from './certificate.module.scss';

/** The certificates that the signing helper on this device offers. */
export function HelperCertificates({ address, isBusy, onTake }: LocalProps & { address: string }) {
  const { t } = useTranslation('certificate');
  const list = useAnswer(useCallback(() => helperCertificates(address), [address]));
  const [id, setId] = useState<string | null>(null);
  const chosen = list.value?.find((each) => each.id === id) ?? list.value?.[0];
  const take = async (): Promise<void> => {
    if (!chosen) return;
    rememberHelper(true);
    await onTake(() => helperKey(address, chosen));
  };
  if (list.error) return <Banner meaning="negative" actions={<Button onPress={list.reload}>{t('tryAgain')}</Button>}>{errorText(list.error)}</Banner>;
  if (list.value === null) return <Skeleton height="var(--space-16)" />;
  if (!chosen) return <p>{t('helper.none')}</p>;
  return (
    <>
      <RadioGroup label={t('helper.label')} options={list.value.map(({ id: key, subject }) => ({ key, text: subject }))} value={chosen.id} onChange={setId} />
      <div className={styles.actions}>
        <Button look="primary" isPending={isBusy} onPress={() => void take()}>
          {t('use')}
        </Button>
      </div>
    </>
  );
}
