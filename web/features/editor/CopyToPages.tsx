import { Files } from 'lucide-react';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { announce } from '#web/ui/announce.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './editor.module.scss';
import { editorActions } from './editor.slice.ts';
import { hasSharedValue } from './field-edits.ts';
import { readPageList } from './page-list.ts';
import { PagesContext } from './pages-under.ts';

/** Copies fields to other pages, for example initials on each page. */
export function CopyToPages({ fields }: { fields: Field[] }) {
  const { t } = useTranslation('editor');
  const pages = useContext(PagesContext)?.pages.length ?? 1;
  const [asking, setAsking] = useState(false);
  if (pages < 2) return null;
  return (
    <>
      <Button icon={<Icon of={Files} />} onPress={() => setAsking(true)}>
        {t('copyTo.open')}
      </Button>
      {asking ? <CopyDialog fields={fields} last={pages} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function CopyDialog({ fields, last, onClose }: { fields: Field[]; last: number; onClose: () => void }) {
  const { t } = useTranslation('editor');
  const { t: rules } = useTranslation('rules');
  const dispatch = useDispatch();
  const [which, setWhich] = useState<'all' | 'some'>('all');
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const from = new Set(fields.map(({ page }) => page));
  const named = which === 'all' ? Array.from({ length: last }, (_, index) => index + 1) : readPageList(text, last);
  const pages = named?.filter((page) => !from.has(page)) ?? [];
  const submit = (): void => {
    setTried(true);
    if (pages.length === 0) return;
    dispatch(editorActions.fieldsCopiedToPages(fields.map(({ id }) => id), pages));
    announce(t('said.copiedTo', { count: pages.length }));
    onClose();
  };
  const options = [{ key: 'all', text: t('copyTo.all') }, { key: 'some', text: t('copyTo.some') }] as const;
  return (
    <FormDialog onClose={onClose} title={t('copyTo.title')} closeLabel={t('copyTo.cancel')} cancelText={t('copyTo.cancel')} saveText={t('copyTo.copy')} onSubmit={submit}>
      <RadioGroup<'all' | 'some'> label={t('copyTo.which')} options={options} value={which} onChange={setWhich} />
      {which === 'some' ? (
        <TextField
          label={t('copyTo.pages')}
          help={t('copyTo.help')}
          autoFocus
          autoComplete="off"
          value={text}
          onChange={setText}
          error={tried && pages.length === 0 ? t('copyTo.wrong', { last }) : undefined}
        />
      ) : null}
      {fields.some(hasSharedValue) ? <p className={styles.hint}>{rules('sharedHelp')}</p> : null}
    </FormDialog>
  );
}
