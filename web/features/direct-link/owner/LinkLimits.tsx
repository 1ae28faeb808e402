import { useState } from 'react';
import { Form, useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { DirectLink, DirectLinkSettings } from '#contract/entities/direct-link.ts';
import { dateWithZone } from '#web/ui/dates.ts';
import { dayOf, endOfDay } from '#web/ui/days.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { mostUses, mostUsesOf, settingsOf } from './link-settings.ts';
import styles from '../direct-link.module.scss';

interface LinkLimitsProps {
  link: DirectLink;
  isPending: boolean;
  onSet: (settings: DirectLinkSettings) => Promise<boolean>;
}

/** How many may use the link, until when, and how often each. */
export function LinkLimits({ link, isPending, onSet }: LinkLimitsProps) {
  const { t } = useTranslation('directLink');
  const { locale } = useLocale();
  const [most, setMost] = useState(link.maxUses === null ? '' : String(link.maxUses));
  const [expiresAt, setExpiresAt] = useState(link.expiresAt);
  const [oncePerPerson, setOnce] = useState(link.oncePerPerson);
  const [now] = useState(() => new Date());
  const maxUses = mostUsesOf(most);
  const isPast = expiresAt !== null && expiresAt !== link.expiresAt && new Date(expiresAt) <= now;
  return (
    <Form
      className={styles.parts ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        if (maxUses !== undefined && !isPast) void onSet({ ...settingsOf(link), maxUses, expiresAt, oncePerPerson });
      }}
    >
      <TextField
        label={t('owner.most')} hint={t('optional')} inputMode="numeric" autoComplete="off" value={most} onChange={setMost} help={t('owner.mostHelp')}
        error={maxUses === undefined ? t('owner.mostWrong', { most: mostUses }) : undefined}
      />
      <TextField
        label={t('owner.until')} hint={t('optional')} type="date" min={dayOf(now)} value={expiresAt ? dayOf(new Date(expiresAt)) : ''} onChange={(day) => setExpiresAt(endOfDay(day))}
        help={expiresAt ? dateWithZone(expiresAt, locale) : t('owner.untilHelp')} error={isPast ? t('owner.past') : undefined}
      />
      <Checkbox isSelected={oncePerPerson} onChange={setOnce} help={t('owner.onceHelp')}>
        {t('owner.once')}
      </Checkbox>
      <Button type="submit" isPending={isPending}>
        {t('owner.save')}
      </Button>
    </Form>
  );
}
