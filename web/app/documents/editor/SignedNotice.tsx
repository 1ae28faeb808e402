import type { SignatureReport } from '@countersign/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { worstOf } from '#web/features/verdict/verdict.ts';
import { toAppError } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ComparableVerdict } from '../shared/ComparableVerdict.tsx';
import type { DocumentState } from '../shared/use-open-document.ts';
import { useVerification } from '../shared/use-verification.ts';
import styles from '../shared/documents.module.scss';

/** Notice in the editor about existing signatures and their validity. */
export function SignedNotice({ title, opened }: { title: string; opened: DocumentState }) {
  const { t } = useTranslation('verdict');
  const validate = useVerification(opened, undefined);
  const [reports, setReports] = useState<readonly SignatureReport[] | null>(null);
  const [isShown, show] = useState(false);
  useEffect(() => {
    let wanted = true;
    validate().then(
      (validated) => wanted && setReports(validated),
      (error: unknown) => console.warn('The signatures could not be judged', toAppError(error).code),
    );
    return () => {
      wanted = false;
    };
  }, [validate]);
  const worst = reports && worstOf(reports);
  return (
    <>
      <Banner className={styles.signedNotice} meaning={worst ?? 'attention'} actions={<Button onPress={() => show(true)}>{t('notice.show')}</Button>}>
        {t(`notice.${worst ?? 'unknown'}`)}
      </Banner>
      <Dialog isOpen={isShown} onClose={() => show(false)} title={t('title', { title })} closeLabel={t('check.close')}>
        {isShown ? <ComparableVerdict opened={opened} title={title} validate={validate} /> : null}
      </Dialog>
    </>
  );
}
