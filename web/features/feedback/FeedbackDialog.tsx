import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isEmail } from '#contract/entities/common.ts';
import { ticketPriorities } from '#contract/entities/feedback.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { errorText } from '#web/entities/error-text.ts';
import { fullName } from '#web/entities/people/person-draft.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { call } from '#web/services/api/call.ts';
import { failedTrace } from '#web/services/api/failed-trace.ts';
import { openSupportWidget } from '#web/services/support-widget.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';

type Priority = keyof typeof ticketPriorities;
const priorities = Object.keys(ticketPriorities) as Priority[];

/** A message to whoever runs this installation. Name and address are prefilled; the trace of the last failure goes along unseen. */
const FeedbackDialog = ({ profile, onClose }: { profile: Profile; onClose: () => void }) => {
  const { t } = useTranslation('feedback');
  const { t: problem } = useTranslation('people');
  const act = useAsyncAction();
  const [form, setForm] = useState({ subject: '', description: '', name: fullName(profile), email: profile.email ?? '' });
  const [priority, setPriority] = useState<Priority>('low');
  const [tried, setTried] = useState(false);
  const [isSent, setSent] = useState(false);
  const set = (part: keyof typeof form) => (text: string): void => setForm((old) => ({ ...old, [part]: text }));
  const email = form.email.trim();
  const isBadEmail = email !== '' && !isEmail(email);
  const isEmpty = form.description.trim() === '';
  const widget = useDeployment()?.supportWidget;
  const support = useAsyncAction();
  const openWidget = async (): Promise<void> => {
    if (widget && (await support.run(() => openSupportWidget(widget, { name: form.name.trim(), email: email || null }, failedTrace())))) onClose();
  };
  const send = async (): Promise<void> => {
    setTried(true);
    if (isEmpty || isBadEmail) return;
    const body = { ...form, name: form.name.trim() || null, email: email || null, priority: ticketPriorities[priority], traceId: failedTrace() };
    setSent(await act.run(() => call('feedback.send', { body })));
  };
  return (
    <FormDialog
      size="large"
      onClose={onClose}
      title={t('title')}
      closeLabel={t('close')}
      cancelText={t('cancel')}
      saveText={t('send')}
      isPending={act.busy}
      done={isSent ? t('done') : null}
      onSubmit={() => void send()}
    >
      <TextField autoFocus label={t('subject')} hint={t('optional')} maxLength={lengths.title} value={form.subject} onChange={set('subject')} />
      <TextArea
        label={t('description')}
        rows={6}
        maxLength={lengths.message}
        value={form.description}
        onChange={set('description')}
        error={tried && isEmpty ? t('descriptionMissing') : undefined}
      />
      <Select<Priority> label={t('priority')} options={priorities.map((key) => ({ key, text: t(`priorities.${key}`) }))} value={priority} onChange={setPriority} />
      <TextField label={t('name')} autoComplete="name" maxLength={lengths.fullName} value={form.name} onChange={set('name')} />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="email"
        value={form.email}
        onChange={set('email')}
        help={t('emailHelp')}
        error={tried && isBadEmail ? problem('email_validation') : undefined}
      />
      {widget ? (
        <Button look="quiet" isPending={support.busy} onPress={() => void openWidget()}>
          {t('widget')}
        </Button>
      ) : null}
      {support.error ? <Banner meaning="negative">{errorText(support.error, t('failed'))}</Banner> : null}
      {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
    </FormDialog>
  );
};

export default FeedbackDialog;
