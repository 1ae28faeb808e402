import { AppWindow, MoreHorizontal, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#contract/entities/application.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ApplicationDialog } from './ApplicationDialog.tsx';
import { SecretDialog } from './SecretDialog.tsx';

type Open =
  | { action: 'new' }
  | { action: 'edit' | 'renew' | 'delete' | 'secret'; application: Application }
  | null;

/** /applications: API clients that act for this person. */
const ApplicationsScreen = () => {
  const { t } = useTranslation('applications');
  const list = useAnswer(useCallback((signal: AbortSignal) => call('apps.list', {}, { signal }).then(({ apps }) => apps), []));
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  const add = (
    <Button look="primary" icon={<Icon of={Plus} />} onPress={() => setOpen({ action: 'new' })}>
      {t('add')}
    </Button>
  );
  const saved = (application: Application): void => {
    list.reload();
    // The secret is returned once, on creation.
    setOpen(application.clientSecret ? { action: 'secret', application } : null);
  };
  const done = (renewed: Application | null): void => {
    if (renewed) {
      saved(renewed);
      return;
    }
    close();
    list.reload();
  };
  return (
    <Page title={t('title')} text={t('text')} actions={list.value?.length ? add : null}>
      {list.error ? <Banner meaning="negative" actions={<Button onPress={list.reload}>{t('tryAgain')}</Button>}>{errorText(list.error, t('failed'))}</Banner> : null}
      {list.value === null && !list.error ? <Skeleton height="var(--space-16)" /> : null}
      {list.value?.length === 0 ? (
        <EmptyState icon={AppWindow} title={t('empty')} actions={add}>
          {t('emptyHow')}
        </EmptyState>
      ) : null}
      {list.value && list.value.length > 0 ? (
        <ItemList label={t('title')}>
          {list.value.map((application) => (
            <ApplicationItem key={application.id} application={application} onAsk={(action) => setOpen({ action, application })} />
          ))}
        </ItemList>
      ) : null}
      {open?.action === 'new' ? <ApplicationDialog application={null} onClose={close} onSaved={saved} /> : null}
      {open?.action === 'edit' ? <ApplicationDialog application={open.application} onClose={close} onSaved={saved} /> : null}
      {open?.action === 'secret' ? <SecretDialog application={open.application} onClose={close} /> : null}
      {open?.action === 'renew' || open?.action === 'delete' ? (
        <SureDialog
          action={open.action}
          application={open.application}
          onClose={close}
          onDone={done}
        />
      ) : null}
    </Page>
  );
};

interface ApplicationItemProps {
  application: Application;
  onAsk: (action: 'edit' | 'renew' | 'delete') => void;
}

const ApplicationItem = ({ application, onAsk }: ApplicationItemProps) => {
  const { t } = useTranslation('applications');
  const { name, clientId, lastUsedAt } = application;
  return (
    <Item
      sign={<Icon of={AppWindow} size={24} />}
      title={name}
      detail={t('clientIdOf', { clientId })}
      state={lastUsedAt ? <span>{t('used')} <Moment at={lastUsedAt} /></span> : t('neverUsed')}
      actions={
        <Menu
          label={t('actsOf', { name })}
          actions={[
            { key: 'edit', text: t('edit'), icon: <Icon of={Pencil} />, run: () => onAsk('edit') },
            { key: 'renew', text: t('renew'), icon: <Icon of={RefreshCw} />, run: () => onAsk('renew') },
            { key: 'delete', text: t('delete'), icon: <Icon of={Trash2} />, negative: true, run: () => onAsk('delete') },
          ]}
        >
          <IconButton label={t('actsOf', { name })} plainName icon={<Icon of={MoreHorizontal} />} />
        </Menu>
      }
    />
  );
};

interface SureDialogProps {
  action: 'renew' | 'delete';
  application: Application;
  onClose: () => void;
  /** Receives the application if it has a new secret. */
  onDone: (renewed: Application | null) => void;
}

/** Asks for confirmation: both actions invalidate the current secret. */
const SureDialog = ({ action, application, onClose, onDone }: SureDialogProps) => {
  const { t } = useTranslation('applications');
  const doing = useAsyncAction();
  const { id, name } = application;
  const run = async (): Promise<void> => {
    if (action === 'renew') {
      const renewed = await doing.ask(() => call('apps.update', { params: { id }, body: { renewSecret: true } }));
      if (renewed) onDone(renewed);
    } else if (await doing.run(() => call('apps.delete', { params: { id } }))) onDone(null);
  };
  return (
    <ConfirmDialog
      isOpen
      negative
      onClose={onClose}
      onConfirm={() => void run()}
      isPending={doing.busy}
      title={t(`${action}Title`, { name })}
      confirmText={t(action)}
      cancelText={t('cancel')}
      error={doing.error ? errorText(doing.error, t('failed')) : undefined}
    >
      {t(`${action}Text`)}
    </ConfirmDialog>
  );
};

export default ApplicationsScreen;
