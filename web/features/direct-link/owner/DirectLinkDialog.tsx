import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { directLinkProblemOf, type DirectLinkSettings } from '#contract/entities/direct-link.ts';
import type { Template } from '#contract/entities/template.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { call } from '#web/services/api/call.ts';
import { announce } from '#web/ui/announce.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { LinkAddress } from './LinkAddress.tsx';
import { LinkLimits } from './LinkLimits.tsx';
import { LinkRequests } from './LinkRequests.tsx';
import styles from '../direct-link.module.scss';

interface DirectLinkDialogProps {
  /** As it is stored. */
  template: Template;
  onClose: () => void;
}

const atFirst: DirectLinkSettings = { enabled: true, maxUses: null, expiresAt: null, oncePerPerson: true };

/** The direct link of a template: made, limited, replaced, and the requests that were made by it. */
export function DirectLinkDialog({ template, onClose }: DirectLinkDialogProps) {
  const { t } = useTranslation('directLink');
  return (
    <Dialog isOpen onClose={onClose} title={t('owner.title')} closeLabel={t('owner.close')} footer={<Button onPress={onClose}>{t('owner.close')}</Button>}>
      <DirectLinkForm template={template} />
    </Dialog>
  );
}

function DirectLinkForm({ template }: { template: Template }) {
  const { t } = useTranslation('directLink');
  const { link, failure, action, set, renew } = useOwnLink(template.id);
  const problem = directLinkProblemOf(template);
  return (
    <div className={styles.parts}>
      <p className={styles.quiet}>{t('owner.text')}</p>
      {problem ? <Banner meaning={link ? 'attention' : 'secondary'}>{t(`owner.problem.${problem}`)}</Banner> : null}
      {failure ? <Banner meaning="negative">{errorText(failure, t('owner.failed'))}</Banner> : null}
      {action.error ? <Banner meaning="negative">{errorText(action.error, t('owner.failed'))}</Banner> : null}
      {link === undefined && !failure ? <Skeleton height="120px" /> : null}
      {link === null ? <Button look="primary" isPending={action.busy} isDisabled={problem !== null} onPress={() => void set(atFirst)}>{t('owner.create')}</Button> : null}
      {link ? (
        <>
          <LinkAddress link={link} isPending={action.busy} hasProblem={problem !== null} onSet={set} onRenew={renew} />
          <LinkLimits key={JSON.stringify([link.maxUses, link.expiresAt, link.oncePerPerson])} link={link} isPending={action.busy} onSet={set} />
          {link.uses > 0 ? <LinkRequests templateId={template.id} uses={link.uses} /> : null}
        </>
      ) : null}
    </div>
  );
}

/** `link` is undefined until loaded, and null if the template has none. */
function useOwnLink(id: string) {
  const { t } = useTranslation('directLink');
  const answer = useAnswer(useCallback((signal) => call('templates.getDirectLink', { params: { id } }, { signal }), [id]));
  const action = useAsyncAction();
  const change = async (work: () => ReturnType<typeof call<'templates.renewDirectLink'>>, said: string): Promise<boolean> => {
    const changed = await action.ask(work);
    if (!changed) return false;
    answer.set(changed);
    announce(said);
    return true;
  };
  const set = (settings: DirectLinkSettings): Promise<boolean> =>
    change(() => call('templates.setDirectLink', { params: { id }, body: settings }), t('owner.saved'));
  const renew = (): Promise<boolean> => change(() => call('templates.renewDirectLink', { params: { id } }), t('owner.renewed'));
  return { link: answer.value?.link, failure: answer.error, action, set, renew };
}
