import { Cloud } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { CloudEntry, CloudSourceId } from '#contract/entities/cloud.ts';
import { brands } from '#web/entities/cloud/brands.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { CloudDialog } from './CloudDialog.tsx';
import styles from './UploadScreen.module.scss';

interface CloudSourcesProps {
  isDisabled: boolean;
  onAdd: (source: CloudSourceId, entries: readonly CloudEntry[]) => void;
}

/** Cloud sources. Shows nothing if the installation has none. */
export function CloudSources({ isDisabled, onAdd }: CloudSourcesProps) {
  const { t } = useTranslation('upload');
  const { value, reload } = useAnswer(useCallback((signal: AbortSignal) => call('cloud.sources', {}, { signal }), []));
  const [open, setOpen] = useState<CloudSourceId | null>(null);
  const act = useAsyncAction();
  const refused = useComingBack((source) => {
    reload();
    setOpen(source);
  });
  const connect = (source: CloudSourceId): void =>
    void act.run(async () => {
      const { url } = await call('cloud.connect', { body: { source, returnTo: window.location.pathname } });
      window.location.assign(url);
    });
  if (!value || value.sources.length === 0) return null;
  const problem = act.error ?? refused;
  return (
    <section className={styles.cloud} aria-label={t('cloud.label')}>
      {problem ? <Banner meaning="attention">{problem === true ? t('cloud.refusedAny') : errorText(problem, t('cloud.refusedAny'))}</Banner> : null}
      <div className={styles.cloudButtons}>
        {value.sources.map(({ source, connected }) => (
          <Button key={source} icon={<Icon of={Cloud} />} isDisabled={isDisabled || act.busy} onPress={() => (connected ? setOpen(source) : connect(source))}>
            {t('cloud.from', { source: brands[source] })}
          </Button>
        ))}
      </div>
      {open ? (
        <CloudDialog
          source={open}
          onClose={() => setOpen(null)}
          onConnect={() => connect(open)}
          onDisconnected={() => {
            setOpen(null);
            reload();
          }}
          onAdd={(entries) => {
            setOpen(null);
            onAdd(open, entries);
          }}
        />
      ) : null}
    </section>
  );
}

/** Handles the return from a source's authorisation: a one-time ticket, or a refusal. */
function useComingBack(onConnected: (source: CloudSourceId) => void) {
  const [query, setQuery] = useSearchParams();
  const [refused, setRefused] = useState(false);
  const act = useAsyncAction();
  const finish = useRef<(ticket: string) => void>(undefined);
  finish.current = (given) => void act.ask(() => call('cloud.finish', { body: { ticket: given } })).then((done) => done && onConnected(done.source));
  const forget = useRef<() => void>(undefined);
  forget.current = () =>
    setQuery(
      (old) => {
        old.delete('cloud_ticket');
        old.delete('cloud_error');
        return old;
      },
      { replace: true },
    );
  const ticket = query.get('cloud_ticket');
  const said = query.get('cloud_error');
  useEffect(() => {
    if (!ticket && !said) return;
    forget.current?.();
    setRefused(said !== null);
    if (ticket) finish.current?.(ticket);
  }, [ticket, said]);
  return act.error ?? refused;
}
