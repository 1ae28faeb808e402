import { FileText, KeyRound, SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadingText } from '#web/ui/LoadingText.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { PromptCard } from '#web/ui/PromptCard.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { notify, notifyError } from '#web/ui/snackbar.ts';
import { SnackbarLayer } from '#web/ui/SnackbarLayer.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { alone, type Examples, shown, type Words } from '../example.ts';

const nothing = (): void => undefined;
const meanings = ['success', 'attention', 'negative', 'secondary'] as const;
const sentence = 'The document is with the next recipient.';
const paragraphs = (words: Words) => Array.from({ length: 12 }, (_, index) => <p key={index}>{words('Whoever signs agrees to the terms of the document, which nobody can change afterwards.')}</p>);

const dialog = (words: Words, more: Partial<Parameters<typeof Dialog>[0]> = {}) => (
  <Dialog isOpen onClose={nothing} title={words('Options')} closeLabel={words('Close')} footer={<><Button>{words('Cancel')}</Button><Button look="primary">{words('Save')}</Button></>} {...more}>
    {more.children ?? <p>{words(sentence)}</p>}
  </Dialog>
);
const confirm = (words: Words, more: Partial<Parameters<typeof ConfirmDialog>[0]> = {}) => (
  <ConfirmDialog isOpen onClose={nothing} onConfirm={nothing} title={words('Delete this draft?')} confirmText={words('Delete')} cancelText={words('Cancel')} {...more}>{words('It can’t be restored.')}</ConfirmDialog>
);
const form = (words: Words, more: Partial<Parameters<typeof FormDialog>[0]> = {}) => (
  <FormDialog title={words('Rename')} closeLabel={words('Close')} cancelText={words('Cancel')} saveText={words('Save')} onClose={nothing} onSubmit={nothing} {...more}>
    <TextField label={words('Title')} defaultValue={words('Rental agreement')} />
  </FormDialog>
);

const Notice = ({ words, isError = false }: { words: Words; isError?: boolean }) => {
  useEffect(() => {
    if (isError) notifyError(words('The document was not saved.'), { action: { text: words('Try again'), run: nothing } });
    else notify(words('Saved'), { duration: Infinity });
  }, [words, isError]);
  return <SnackbarLayer label={words('Notices')} closeLabel={words('Close')} />;
};

export const messages = {
  Banner: {
    ...Object.fromEntries(meanings.map((meaning) => [meaning, shown((words) => <Banner meaning={meaning}>{words(sentence)}</Banner>)])),
    'with actions': shown((words) => <Banner meaning="attention" actions={<Button>{words('Remind')}</Button>}>{words(sentence)}</Banner>),
  },
  ConfirmDialog: {
    plain: alone((words) => confirm(words)),
    destructive: alone((words) => confirm(words, { negative: true })),
    pending: alone((words) => confirm(words, { negative: true, isPending: true })),
    failed: alone((words) => confirm(words, { negative: true, error: words('The server does not answer.') })),
  },
  Dialog: {
    small: alone((words) => dialog(words)),
    large: alone((words) => dialog(words, { size: 'large' })),
    wide: alone((words) => dialog(words, { size: 'wide' })),
    'long content': alone((words) => dialog(words, { children: paragraphs(words) })),
    'without a close button': alone((words) => <Dialog isOpen onClose={nothing} title={words('Sign in again')} footer={<Button look="primary">{words('Continue')}</Button>}>{words(sentence)}</Dialog>),
    'for drawing': alone((words) => dialog(words, { isStage: true, size: 'wide' })),
  },
  EmptyState: {
    plain: shown((words) => <EmptyState icon={FileText} title={words('No documents yet')} actions={<Button look="primary">{words('Upload')}</Button>}>{words('Upload one, and it appears here.')}</EmptyState>),
    success: shown((words) => <EmptyState icon={FileText} meaning="success" title={words('You have signed')} />),
    'with a figure': shown((words) => <EmptyState figure="404" title={words('Not found')}>{words('Nothing is at this address.')}</EmptyState>),
    'nothing found': shown((words) => <EmptyState icon={SearchX} title={words('Nothing found')} />),
  },
  FormDialog: {
    plain: alone((words) => form(words)),
    pending: alone((words) => form(words, { isPending: true })),
    destructive: alone((words) => form(words, { look: 'negative', saveText: words('Delete') })),
    done: alone((words) => form(words, { done: words('Saved') })),
  },
  LoadingText: { plain: shown((words) => <LoadingText>{words('The link is being checked')}</LoadingText>) },
  ProgressBar: {
    'without a value': shown((words) => <ProgressBar label={words('Uploading')} />),
    'a third': shown((words) => <ProgressBar label={words('Uploading')} value={1 / 3} />),
    warning: shown((words) => <ProgressBar label={words('Storage')} value={0.95} isWarning />),
    'without its label': shown((words) => <ProgressBar label={words('Uploading')} hideLabel value={0.5} />),
  },
  PromptCard: {
    plain: shown((words) => (
      <PromptCard icon={<Icon of={KeyRound} />} title={words('Sign in without a code')} action={<Button>{words('Create a passkey')}</Button>} dismissLabel={words('Not now')} onDismiss={nothing}>
        {words('A passkey of this device is faster and safer.')}
      </PromptCard>
    )),
  },
  Skeleton: { line: shown(() => <Skeleton />), picture: shown(() => <Skeleton width="120px" height="80px" />), round: shown(() => <Skeleton round width="40px" height="40px" />) },
  SnackbarLayer: { notice: alone((words) => <Notice words={words} />), 'an error with an action': alone((words) => <Notice words={words} isError />) },
  Spinner: { plain: shown(() => <Spinner />) },
  StatusText: Object.fromEntries(meanings.map((meaning) => [meaning, shown((words) => <StatusText meaning={meaning}>{words('Waiting for others')}</StatusText>)])),
} as const satisfies Record<string, Examples>;
