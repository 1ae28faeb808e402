import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deployment } from '#contract/calls/feedback.calls.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { call } from '#web/services/api/call.ts';
import type { CardField } from '#web/services/payments/cards.service.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Stack } from '#web/ui/Section.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ProviderField } from './ProviderField.tsx';

interface CardDialogProps {
  deployment: Deployment;
  orgId: string | undefined;
  onClose: () => void;
  onSaved: () => void;
}

const FORM = 'card-form';

/** Enters a card: in the provider's own field, or as a test card number. */
export const CardDialog = ({ deployment, orgId, onClose, onSaved }: CardDialogProps) => {
  const { t } = useTranslation('billing');
  const act = useAsyncAction();
  const isTest = deployment.paymentProvider === 'test';
  const [number, setNumber] = useState('');
  const field = useRef<CardField | null>(null);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const saved = await act.run(async () => {
      const token = isTest ? number.trim() : ((await field.current?.confirm(orgId)) ?? '');
      await call('billing.setPaymentMethod', { query: { orgId }, body: { token } });
    });
    if (saved) onSaved();
  };
  const ready = (mounted: CardField | null): void => {
    field.current = mounted;
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDismissable={false}
      title={t('card.write')}
      closeLabel={t('close')}
      footer={
        <>
          <Button onPress={onClose}>{t('back')}</Button>
          <Button look="primary" type="submit" form={FORM} isPending={act.busy} isDisabled={isTest && number.trim() === ''}>
            {t('card.save')}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={(event) => void save(event)}>
        <Stack>
          {isTest ? (
            <TextField autoFocus label={t('card.testNumber')} help={t('card.testHelp')} inputMode="numeric" autoComplete="off" value={number} onChange={setNumber} />
          ) : (
            <ProviderField deployment={deployment} onReady={ready} />
          )}
          {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
        </Stack>
      </form>
    </Dialog>
  );
};
