import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { updateFile } from '#web/entities/files/files.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { updateTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { notify } from '#web/ui/snackbar.ts';
import styles from './sharing.module.scss';

interface PublicAccessProps {
  resource: Resource & { kind: 'file' | 'transaction' };
  isPublic: boolean;
  /** Nobody else sees a draft. */
  isDraft: boolean;
}

/** Whether everybody who has the link may view a file or request (document 2 §6.1). */
export function PublicAccess({ resource: { kind, id }, isPublic, isDraft }: PublicAccessProps) {
  const { t } = useTranslation('sharing');
  const dispatch = useAppDispatch();
  const { busy, error, run } = useAsyncAction();
  // A disabled control loses the focus, so what comes too early is ignored instead.
  const change = async (on: boolean): Promise<void> => {
    if (busy) return;
    const save = async (): Promise<unknown> => (kind === 'file' ? dispatch(updateFile({ id, public: on })).unwrap() : dispatch(updateTransaction({ id, public: on })).unwrap());
    if (await run(save)) notify(t(on ? 'public.on' : 'public.off'), { id: 'public-access' });
  };
  return (
    <section className={styles.section} aria-labelledby="sharing-public">
      <h2 id="sharing-public" className={styles.heading}>
        {t('public.title')}
      </h2>
      <Checkbox isSelected={isPublic} isDisabled={isDraft && !isPublic} help={isDraft ? t('public.draft') : t('public.help')} onChange={(on) => void change(on)}>
        {t('public.allow')}
      </Checkbox>
      {error ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
    </section>
  );
}
