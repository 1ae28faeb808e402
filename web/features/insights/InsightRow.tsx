import {
  Ban, BellPlus, BellRing, CalendarClock, CalendarX2, CircleCheck, Clock, Crown, Download, Eye, FilePlus2, FileText, Globe, Hourglass, KeyRound, LayoutTemplate, Link, Lock, type LucideIcon, Paperclip, Pencil, PenLine, Printer, ScanFace, Send,
  ShieldCheck, Share2, Trash2, Undo2, UserMinus, UserRoundPen, UserRoundPlus,
} from 'lucide-react';
import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router-dom';
import type { Insight, InsightAction } from '#contract/entities/insight.ts';
import { locationText } from '#contract/entities/location-text.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { fullDate } from '#web/ui/dates.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { deviceOf, invitedAs, toneOf, wordsOf } from './insight-words.ts';
import styles from './insights.module.scss';

const signs: Record<InsightAction, LucideIcon> = {
  file_created: FilePlus2, file_updated: Pencil, file_deleted: Trash2, file_print: Printer, file_download: Download,
  file_constented_use_esignatures: ShieldCheck, file_signed: PenLine, transaction_created: FilePlus2, transaction_updated: Pencil,
  transaction_started: Send, transaction_viewed: Eye, transaction_signed_by_recipient: PenLine, transaction_approved_by_recipient: CircleCheck, transaction_viewed_by_recipient: Eye, transaction_declined_by_recipient: Ban,
  transaction_canceled: Ban, transaction_deleted: Trash2, transaction_reassigned: UserRoundPen, transaction_reminded: BellRing, transaction_reminded_automatically: BellRing,
  transaction_deadline_changed: CalendarClock, transaction_deadline_removed: CalendarX2, transaction_reminders_changed: BellPlus,
  transaction_completed: CircleCheck, transaction_expired: Clock, recipient_invited: UserRoundPlus, signing_link_copied: Link,
  access_code_changed: KeyRound, access_code_locked: Lock, access_code_entered: KeyRound, access_code_sent: KeyRound, attachment_added: Paperclip, attachment_removed: Paperclip, identity_check_started: ScanFace, identity_check_submitted: ScanFace,
  identity_check_approved: ShieldCheck, identity_check_rejected: Ban, identity_check_canceled: Ban, audit_generated: FileText,
  template_created: LayoutTemplate, template_updated: Pencil, template_deleted: Trash2, template_used: FilePlus2,
  direct_link_created: Link, direct_link_changed: Link, direct_link_renewed: Link, direct_link_used: Link,
  send_approval_requested: Hourglass, send_approval_given: CircleCheck, send_approval_returned: Undo2, send_approval_withdrawn: Undo2, send_approval_voided: CircleCheck,
  resource_shared: Share2, resource_sharing_stopped: UserMinus, resource_published: Globe, resource_unpublished: Lock, owner_changed: Crown, access_requested: KeyRound,
  access_request_accepted: KeyRound, access_request_rejected: Ban,
};

/** One entry of the activity history: action and time, with place and device in details. */
export function InsightRow({ insight }: { insight: Insight }) {
  const { t, i18n } = useTranslation('insights');
  const { locale } = useLocale();
  const invited = invitedAs(insight);
  const { reason, transactionId } = insight.attributes;
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(insight.createdAt));
  return (
    <li className={styles.line} data-tone={toneOf[insight.action]}>
      <span className={styles.sign}>
        <Icon of={signs[insight.action]} />
      </span>
      <div className={styles.words}>
        <p>{t(invited ? `invited.${invited}` : `action.${insight.action}`, wordsOf(insight, t('someone'), i18n.language))}</p>
        {transactionId ? <RouterLink to={fillPath(routes.transaction, { id: transactionId })}>{t('replacement')}</RouterLink> : null}
        {reason ? <p className={styles.quiet}>{t('reason', { reason })}</p> : null}
        <Evidence insight={insight} />
      </div>
      <time dateTime={insight.createdAt} title={fullDate(insight.createdAt, locale)} className={styles.time}>
        {time}
      </time>
    </li>
  );
}

/** Device, IP address and location, for people who may see them. */
function Evidence({ insight: { actor } }: { insight: Insight }) {
  const { t, i18n } = useTranslation('insights');
  if (!actor.ip && !actor.userAgent && !actor.latlng) return null;
  const device = deviceOf(actor.userAgent);
  const rows = [
    ...(actor.userAgent ? [[t('device'), device ? t('deviceOf', device) : t('unknownDevice')] as const] : []),
    ...(actor.ip ? [[t('address'), actor.ip] as const] : []),
    ...(actor.latlng ? [[t('place'), locationText(actor.latlng, i18n.language)] as const] : []),
  ];
  return (
    <details className={styles.evidence}>
      <summary>{t('details')}</summary>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
