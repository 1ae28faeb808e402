import { Fingerprint, Pencil, Plus, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '#contract/entities/passkey.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { call } from '#web/services/api/call.ts';
import { canUsePasskeys } from '#web/services/auth/passkeys.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { CreatePasskey } from './CreatePasskey.tsx';
import { ConfirmRemovalDialog } from './ConfirmRemovalDialog.tsx';

type Open = { action: 'add' } | { action: 'rename' | 'remove'; passkey: Passkey } | null;

/** Passkeys for signing in with a fingerprint, face or security key. */
export const PasskeysSection = () => {
  const { t } = useTranslation('account');
  const list = useAnswer(useCallback((signal: AbortSignal) => call('passkeys.list', {}, { signal }).then(({ passkeys }) => passkeys), []));
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  const done = (): void => {
    close();
    list.reload();
  };
  return (
    <Section
      title={t('passkeys.title')}
      text={t(canUsePasskeys() ? 'passkeys.text' : 'passkeys.unsupported')}
      actions={
        <Button icon={<Icon of={Plus} />} isDisabled={!canUsePasskeys()} onPress={() => setOpen({ action: 'add' })}>
          {t('passkeys.add')}
        </Button>
      }
    >
      {list.error ? <Banner meaning="negative" actions={<Button onPress={list.reload}>{t('tryAgain')}</Button>}>{errorText(list.error, t('failed'))}</Banner> : null}
      {list.value === null && !list.error ? <Skeleton height="var(--space-16)" /> : null}
      {list.value && list.value.length > 0 ? (
        <ItemList label={t('passkeys.title')}>
          {list.value.map((passkey) => (
            <Item
              key={passkey.id}
              sign={<Icon of={Fingerprint} />}
              title={passkey.name}
              detail={passkey.lastUsedAt ? <>{t('passkeys.used')} <Moment at={passkey.lastUsedAt} /></> : <>{t('passkeys.made')} <Moment at={passkey.createdAt} /></>}
              actions={
                <>
                  <IconButton label={t('passkeys.renameOf', { name: passkey.name })} icon={<Icon of={Pencil} />} onPress={() => setOpen({ action: 'rename', passkey })} />
                  <IconButton label={t('passkeys.removeOf', { name: passkey.name })} icon={<Icon of={Trash2} />} onPress={() => setOpen({ action: 'remove', passkey })} />
                </>
              }
            />
          ))}
        </ItemList>
      ) : null}
      {open?.action === 'add' ? <CreatePasskey onClose={close} onMade={list.reload} /> : null}
      {open?.action === 'rename' ? <RenameDialog passkey={open.passkey} onClose={close} onDone={done} /> : null}
      {open?.action === 'remove' ? (
        <ConfirmRemovalDialog
          title={t('passkeys.removeTitle')}
          confirmText={t('passkeys.remove')}
          cancelText={t('cancel')}
          remove={() => call('passkeys.delete', { params: { id: open.passkey.id } })}
          onClose={close}
          onDone={done}
        >
          {t('passkeys.removeText', { name: open.passkey.name })}
        </ConfirmRemovalDialog>
      ) : null}
    </Section>
  );
};

interface PartProps {
  passkey: Passkey;
  onClose: () => void;
  onDone: () => void;
}

const RenameDialog = ({ passkey, onClose, onDone }: PartProps) => {
  const { t } = useTranslation('account');
  const act = useAsyncAction();
  const [name, setName] = useState(passkey.name);
  const save = async (): Promise<void> => {
    if (name.trim() === '') return;
    if (await act.run(() => call('passkeys.update', { params: { id: passkey.id }, body: { name: name.trim() } }))) onDone();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('passkeys.rename')}
      closeLabel={t('close')}
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button look="primary" isPending={act.busy} isDisabled={name.trim() === ''} onPress={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <TextField autoFocus label={t('passkeys.name')} maxLength={64} value={name} onChange={setName} error={act.error ? errorText(act.error) : undefined} />
    </Dialog>
  );
};
