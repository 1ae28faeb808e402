import { CornerLeftUp, FileText, Folder } from 'lucide-react';
import { useState } from 'react';
import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { CloudEntry, CloudSourceId } from '#contract/entities/cloud.ts';
import { brands } from '#web/entities/cloud/brands.ts';
import { useCloudFolder } from '#web/entities/cloud/use-cloud-folder.ts';
import { useLimits } from '#web/entities/deployment/use-limits.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { fileSize } from '#web/ui/dates.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Title } from '#web/ui/Title.tsx';
import styles from './CloudDialog.module.scss';

interface CloudDialogProps {
  source: CloudSourceId;
  onAdd: (entries: readonly CloudEntry[]) => void;
  /** Called when the person or the source has revoked the permission. */
  onConnect: () => void;
  onDisconnected: () => void;
  onClose: () => void;
}

/** Browses the documents in a cloud source and selects some. */
export function CloudDialog({ source, onAdd, onConnect, onDisconnected, onClose }: CloudDialogProps) {
  const { t } = useTranslation('upload');
  const folder = useCloudFolder(source);
  const leaving = useAsyncAction();
  const [chosen, setChosen] = useState<readonly CloudEntry[]>([]);
  const disconnect = async (): Promise<void> => {
    if (await leaving.run(() => call('cloud.disconnect', { body: { source } }))) onDisconnected();
  };
  const error = folder.error ?? leaving.error;
  const name = brands[source];
  return (
    <Dialog
      isOpen
      size="large"
      onClose={onClose}
      title={folder.path.at(-1)?.name ?? t('cloud.title', { source: name })}
      closeLabel={t('cloud.close')}
      footer={
        <>
          <Button look="quiet" isPending={leaving.busy} onPress={() => void disconnect()}>
            {t('cloud.disconnect')}
          </Button>
          <Button look="primary" isDisabled={chosen.length === 0} onPress={() => onAdd(chosen)}>
            {t('cloud.add', { count: Math.max(1, chosen.length) })}
          </Button>
        </>
      }
    >
      <div className={styles.folder}>
        {folder.path.length > 0 ? (
          <Button look="quiet" icon={<Icon of={CornerLeftUp} />} onPress={folder.up}>
            {t('cloud.up')}
          </Button>
        ) : null}
        {error ? (
          <Banner meaning="negative" actions={<Button onPress={error.code === 'integration_error' ? onConnect : folder.retry}>{t(error.code === 'integration_error' ? 'cloud.reconnect' : 'cloud.retry')}</Button>}>
            {errorText(error, t('failed'))}
          </Banner>
        ) : null}
        {folder.entries ? <Entries entries={folder.entries} chosen={chosen} onChosen={setChosen} onFolder={folder.open} /> : error ? null : <Skeleton height="240px" />}
        {folder.hasMore ? (
          <Button isPending={folder.busy} onPress={folder.more}>
            {t('cloud.more')}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}

interface EntriesProps {
  entries: readonly CloudEntry[];
  chosen: readonly CloudEntry[];
  onChosen: (chosen: readonly CloudEntry[]) => void;
  onFolder: (folder: CloudEntry) => void;
}

function Entries({ entries, chosen, onChosen, onFolder }: EntriesProps) {
  const { t } = useTranslation('upload');
  const { locale } = useLocale();
  const { fileCount } = useLimits();
  if (entries.length === 0) return <p className={styles.quiet}>{t('cloud.empty')}</p>;
  const isFull = chosen.length >= fileCount;
  return (
    <ul className={styles.entries}>
      {entries.map((entry) => {
        const isChosen = chosen.some(({ id }) => id === entry.id);
        return (
          <li key={entry.id} className={styles.entry}>
            <Icon of={entry.isFolder ? Folder : FileText} />
            {entry.isFolder ? (
              <Button look="quiet" className={styles.name} aria-label={t('cloud.folder', { name: entry.name })} onPress={() => onFolder(entry)}>
                {entry.name}
              </Button>
            ) : (
              <Checkbox
                isSelected={isChosen}
                isDisabled={isFull && !isChosen}
                onChange={(on) => onChosen(on ? [...chosen, entry] : chosen.filter(({ id }) => id !== entry.id))}
              >
                <Title>{entry.name}</Title>
              </Checkbox>
            )}
            {entry.size === null || entry.isFolder ? null : <span className={styles.quiet}>{fileSize(entry.size, locale)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
