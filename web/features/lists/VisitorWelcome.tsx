import { FileText, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { checkAddress } from '#contract/routes.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { acceptedHere } from '#web/entities/uploads/upload-rules.ts';
import { addFiles } from '#web/entities/uploads/uploads.requests.ts';
import { signIn } from '#web/services/auth/auth.ts';
import { expectsVisitorEntries, noteVisitorEntries } from '#web/services/visitor/entries-hint.ts';
import { Button } from '#web/ui/Button.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { useDevice } from '#web/ui/use-device.ts';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import type { VisitorListKind } from './visitor-entries.ts';
import styles from './VisitorWelcome.module.scss';

/** Another option on the page. */
const Way = ({ title, how, children }: { title: string; how: string; children: ReactNode }) => (
  <section className={styles.way}>
    <div>
      <h2>{title}</h2>
      <p className={styles.how}>{how}</p>
    </div>
    {children}
  </section>
);

/**
 * Start page without an account: open a PDF to sign it in this browser, or validate its signatures; with an account,
 * request signatures.
 */
const Welcome = ({ kind }: { kind: VisitorListKind }) => {
  const { t, i18n } = useTranslation('lists');
  const { t: shell } = useTranslation('shell');
  const dispatch = useAppDispatch();
  const { pathname, search } = useLocation();
  useDocumentTitle(t('visitor.title'));
  // On larger screens the navigation rail has the sign-in link.
  const device = useDevice();
  const start = (initialFlow?: string) => void signIn({ returnTo: `${pathname}${search}`, language: i18n.language, initialFlow });
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('visitor.title')}</h1>
      <p className={styles.lead}>{t('visitor.product')}</p>
      <div className={styles.drop}>
        <Icon of={FileText} size={40} />
        <p>{t('visitor.drop')}</p>
        <p className={styles.how}>{t('visitor.lead')}</p>
        <FileButton look="primary" size="large" accepted={acceptedHere} onFiles={(files) => dispatch(addFiles(files, { kind: 'files' }))}>
          {t('visitor.choose')}
        </FileButton>
        <p className={styles.local}>
          <Icon of={ShieldCheck} size={16} />
          {t('visitor.local')}
        </p>
      </div>
      <Way title={t('visitor.check')} how={t('visitor.checkHow')}>
        <LinkButton size="large" to={checkAddress}>
          {t('checkDocument')}
        </LinkButton>
      </Way>
      <Way title={t('visitor.others')} how={t('visitor.othersHow')}>
        <div className={styles.ways}>
          {device === 'phone' ? (
            <Button size="large" onPress={() => start()}>
              {shell('signIn')}
            </Button>
          ) : null}
          {kind === 'file' ? null : (
            <FileButton size="large" accepted={acceptedHere} onFiles={(files) => dispatch(addFiles(files, { kind: kind === 'template' ? 'newTemplate' : 'newTransaction' }))}>
              {t(`kept.prepare.${kind}`)}
            </FileButton>
          )}
          <Button size="large" onPress={() => start('sign_up')}>
            {t('visitor.signUp')}
          </Button>
        </div>
      </Way>
    </div>
  );
};

const VisitorStored = lazy(() => import('./VisitorStored.tsx'));

/** Milliseconds. What earlier versions have stored is rare, and looked for last. */
const LAST = 3000;

/** Whether this browser keeps anything, which another tab may add. */
const useHasEntries = (): boolean => {
  const [hasAny, setHasAny] = useState(() => expectsVisitorEntries() === true);
  useEffect(() => {
    const look = (): void => setHasAny(expectsVisitorEntries() === true);
    const search = async (): Promise<void> => {
      const { listVisitorEntries } = await import('#web/services/visitor/visitor-entries.service.ts');
      noteVisitorEntries((await listVisitorEntries()).length > 0);
      look();
    };
    const timer = expectsVisitorEntries() === null ? setTimeout(() => void search().catch((error: unknown) => console.info('Nothing is listed', error)), LAST) : undefined;
    window.addEventListener('storage', look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('storage', look);
    };
  }, []);
  return hasAny;
};

/** A list without an account: what this browser keeps, or how to begin. */
const VisitorWelcome = ({ kind }: { kind: VisitorListKind }) => {
  const welcome = <Welcome kind={kind} />;
  return useHasEntries() ? <Suspense><VisitorStored kind={kind} welcome={welcome} /></Suspense> : welcome;
};

export default VisitorWelcome;
