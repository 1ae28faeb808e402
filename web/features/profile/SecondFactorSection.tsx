import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { secondFactorAnchor } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { FactorCodeDialog } from './FactorCodeDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { useFactorSetUp } from './use-factor-set-up.tsx';

type Open = 'renew' | 'turnOff' | null;

/** Second factor: set up, renew recovery codes, turn off. */
export const SecondFactorSection = () => {
  const { t } = useTranslation('account');
  const factor = useAnswer(useCallback((signal: AbortSignal) => call('secondFactor.get', {}, { signal }), []));
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const setUp = useFactorSetUp({ onSetUp: factor.reload });
  const close = (): void => setOpen(null);
  const { hash } = useLocation();
  const isKnown = factor.value !== null;
  useEffect(() => {
    if (isKnown && hash === `#${secondFactorAnchor}`) document.getElementById(secondFactorAnchor)?.scrollIntoView();
  }, [isKnown, hash]);
  const done = (shown: readonly string[] | null): void => {
    close();
    setCodes(shown);
    factor.reload();
  };
  return (
    <Section title={t('factor.title')} text={t('factor.text')} anchor={secondFactorAnchor}>
      {factor.error ? <Banner meaning="negative" actions={<Button onPress={factor.reload}>{t('tryAgain')}</Button>}>{errorText(factor.error, t('failed'))}</Banner> : null}
      {factor.value === null && !factor.error ? <Skeleton height="var(--space-16)" /> : null}
      {factor.value ? (
        <ItemList label={t('factor.title')}>
          {factor.value.isOn ? (
            <Item
              sign={<Icon of={ShieldCheck} />}
              title={<>{t('factor.on')} · <Moment at={factor.value.since ?? ''} /></>}
              detail={t('factor.left', { count: factor.value.recoveryCodesLeft })}
              actions={
                <>
                  <Button look="quiet" onPress={() => setOpen('renew')}>{t('factor.renew')}</Button>
                  <Button look="quiet" onPress={() => setOpen('turnOff')}>{t('factor.turnOff')}</Button>
                </>
              }
            />
          ) : (
            <Item sign={<Icon of={ShieldOff} />} title={t('factor.off')} actions={<Button look="quiet" isPending={setUp.busy} onPress={() => void setUp.start()}>{t('factor.setUp')}</Button>} />
          )}
        </ItemList>
      ) : null}
      {setUp.error ? <Banner meaning="negative">{errorText(setUp.error, t('failed'))}</Banner> : null}
      {setUp.dialogs}
      {open === 'renew' ? (
        <FactorCodeDialog
          title={t('factor.renew')}
          text={t('factor.renewText')}
          saveText={t('factor.renew')}
          ask={(code) => call('secondFactor.renewCodes', { body: { code } }).then(({ recoveryCodes }) => recoveryCodes)}
          onClose={close}
          onDone={done}
        />
      ) : null}
      {open === 'turnOff' ? (
        <FactorCodeDialog
          title={t('factor.offTitle')}
          text={t('factor.offText')}
          saveText={t('factor.turnOff')}
          look="negative"
          ask={(code) => call('secondFactor.remove', { body: { code } }).then(() => [])}
          onClose={close}
          onDone={() => done(null)}
        />
      ) : null}
      {codes ? <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} /> : null}
    </Section>
  );
};
