import { FileText, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useAppDispatch } from '#web/entities/store.ts';
import { acceptedHere } from '#web/entities/uploads/upload-rules.ts';
import { addFiles } from '#web/entities/uploads/uploads.requests.ts';
import { signIn } from '#web/services/auth/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import styles from './VisitorWelcome.module.scss';

/** Without an account: open a PDF and sign it alone, in this browser; or sign in to ask others. */
const VisitorWelcome = () => {
  const { t, i18n } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const { pathname, search } = useLocation();
  useDocumentTitle(t('visitor.title'));
  const start = (initialFlow?: string) => void signIn({ returnTo: `${pathname}${search}`, language: i18n.language, initialFlow });
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('visitor.title')}</h1>
      <p className={styles.lead}>{t('visitor.lead')}</p>
      <div className={styles.drop}>
        <Icon of={FileText} size={40} />
        <p>{t('visitor.drop')}</p>
        <FileButton look="primary" size="large" accepted={acceptedHere} onFiles={(files) => dispatch(addFiles(files, { kind: 'files' }))}>
          {t('visitor.choose')}
        </FileButton>
        <p className={styles.local}>
          <Icon of={ShieldCheck} size={16} />
          {t('visitor.local')}
        </p>
      </div>
      <section className={styles.account} aria-labelledby="visitor-account">
        <div>
          <h2 id="visitor-account">{t('visitor.others')}</h2>
          <p className={styles.how}>{t('visitor.othersHow')}</p>
        </div>
        <div className={styles.ways}>
          <Button size="large" onPress={() => start()}>
            {t('visitor.signIn')}
          </Button>
          <Button size="large" onPress={() => start('sign_up')}>
            {t('visitor.signUp')}
          </Button>
        </div>
      </section>
    </div>
  );
};

export default VisitorWelcome;
