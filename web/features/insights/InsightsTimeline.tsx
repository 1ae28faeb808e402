import { Download, History } from 'lucide-react';
import { useMemo } from 'react';
import { useLocale } from 'react-aria-components';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Insight } from '#contract/entities/insight.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { csvFile } from '#web/services/downloads/csv.ts';
import { saveAs } from '#web/services/api/bodies.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { byDay, deviceOf, invitedAs, nearDay, newestFirst, wordsOf } from './insight-words.ts';
import { InsightRow } from './InsightRow.tsx';
import { useInsights } from './use-insights.ts';
import styles from './insights.module.scss';

/** The activity history by day, newest first, with an export as a table. */
export function InsightsTimeline({ resource, title }: { resource: Resource; title: string }) {
  const { t } = useTranslation('insights');
  const { insights, error, retry } = useInsights(resource);
  const lines = useMemo(() => newestFirst(insights ?? []), [insights]);
  if (error && !insights) {
    return (
      <Banner meaning="negative" actions={<Button onPress={retry}>{t('tryAgain')}</Button>}>
        {errorText(error, t('failed'))}
      </Banner>
    );
  }
  if (!insights) return <Waiting />;
  if (lines.length === 0) return <EmptyState icon={History} title={t('empty')} />;
  return (
    <section aria-label={t('title')} className={styles.history}>
      <div className={styles.head}>
        <p className={styles.quiet}>{t('newestFirst')}</p>
        <ExportButton lines={lines} title={title} />
      </div>
      {byDay(lines).map(({ key, at, insights: ofDay }) => (
        <section key={key} className={styles.day}>
          <h2 className={styles.dayName}>
            <DayName at={at} />
          </h2>
          <ol className={styles.lines}>
            {ofDay.map((insight) => (
              <InsightRow key={insight.id} insight={insight} />
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
}

function Waiting() {
  const { t } = useTranslation('insights');
  return (
    <div aria-busy="true" className={styles.history}>
      <p role="status" className="visually-hidden">
        {t('loading')}
      </p>
      {[60, 45, 70].map((width) => (
        <Skeleton key={width} width={`${width}%`} height="var(--control)" />
      ))}
    </div>
  );
}

/** "Today" and "yesterday", otherwise the date. */
function DayName({ at }: { at: string }) {
  const { t } = useTranslation('insights');
  const { locale } = useLocale();
  const near = nearDay(at);
  return near ? t(near) : new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(new Date(at));
}

/** One row of the export: exact time and all details. */
function cellsOf(insight: Insight, t: TFunction<'insights'>, language: string): string[] {
  const words = wordsOf(insight, t('someone'), language);
  const { actor, attributes } = insight;
  const device = deviceOf(actor.userAgent);
  const invited = invitedAs(insight);
  return [
    insight.createdAt, t(invited ? `invited.${invited}` : `action.${insight.action}`, words), words.actor, actor.email ?? '', actor.ip ?? '',
    device ? t('deviceOf', device) : (actor.userAgent ?? ''), actor.latlng ?? '', attributes.reason ?? '',
  ];
}

function ExportButton({ lines, title }: { lines: readonly Insight[]; title: string }) {
  const { t, i18n } = useTranslation('insights');
  const save = (): void => {
    const head = [t('column.time'), t('column.what'), t('column.who'), t('column.email'), t('column.address'), t('column.device'), t('column.place'), t('column.reason')];
    saveAs(csvFile([head, ...lines.map((each) => cellsOf(each, t, i18n.language))]), t('exportName', { title: title.replace(/\.pdf$/i, '') }));
  };
  return (
    <Button icon={<Icon of={Download} />} onPress={save}>
      {t('export')}
    </Button>
  );
}
