import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isReadableColor, type Branding, type BrandText } from '#contract/entities/branding.ts';
import type { Organization } from '#contract/entities/organization.ts';
import { isLocale, type Locale } from '#contract/languages.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { useLanguageOptions } from '#web/entities/deployment/use-language-options.ts';
import { errorText } from '#web/entities/error-text.ts';
import { updateOrganization } from '#web/entities/organizations/organizations.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Section, SectionActions, Stack } from '#web/ui/Section.tsx';
import { Select } from '#web/ui/Select.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { MailPreview } from './MailPreview.tsx';
import type { LoadedOrganization } from './use-organization.ts';

type PartProps = { organization: Organization } & Pick<LoadedOrganization, 'may'>;

const noText: BrandText = { subject: '', intro: '' };

/** What is stored of a branding as it was typed. */
const cleaned = ({ color, texts, ...rest }: Branding): Branding => ({
  ...rest,
  color: color?.trim().toLowerCase() || null,
  texts: Object.fromEntries(Object.entries(texts).filter(([, { subject, intro }]) => subject.trim() + intro.trim() !== '')),
});

interface WordsProps {
  value: Branding;
  onChange(value: Branding): void;
  language: Locale;
  onLanguage(language: Locale): void;
}

/** Subject and first paragraph in one language after the other. */
const Words = ({ value, onChange, language, onLanguage }: WordsProps) => {
  const { t } = useTranslation('organizations');
  const options = useLanguageOptions(language);
  const text = value.texts[language] ?? noText;
  const change = (changes: Partial<BrandText>) => onChange({ ...value, texts: { ...value.texts, [language]: { ...text, ...changes } } });
  return (
    <>
      <Select label={t('branding.language')} help={t('branding.languageHelp')} options={options} value={language} onChange={onLanguage} />
      <TextField label={t('branding.subject')} help={t('branding.subjectHelp')} value={text.subject} maxLength={lengths.title} onChange={(subject) => change({ subject })} />
      <TextArea label={t('branding.intro')} help={t('branding.introHelp')} value={text.intro} maxLength={lengths.brandIntro} onChange={(intro) => change({ intro })} />
    </>
  );
};

/** How mails of the organization's requests look, with a preview. */
export const BrandingSection = ({ organization, may }: PartProps) => {
  const { t, i18n } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const act = useAsyncAction();
  const [value, setValue] = useState(organization.branding);
  const [language, setLanguage] = useState<Locale>(isLocale(i18n.language) ? i18n.language : 'en');
  if (!may('update')) return null;
  const wanted = cleaned(value);
  const isUnreadable = wanted.color !== null && !isReadableColor(wanted.color);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isUnreadable && value.inMails) return;
    // A colour that nobody sees does not prevent saving.
    const next = isUnreadable ? { ...wanted, color: organization.branding.color } : wanted;
    if (await act.run(() => dispatch(updateOrganization({ id: organization.id, branding: next })).unwrap())) notify(t('saved'), { id: 'organization' });
  };
  return (
    <Section title={t('branding.title')} text={t('branding.text')}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack>
          <Checkbox isSelected={value.inMails} help={t('branding.inMailsHelp', { name: value.name.trim() || organization.name })} onChange={(inMails) => setValue({ ...value, inMails })}>
            {t('branding.inMails')}
          </Checkbox>
          {value.inMails ? (
            <>
              <TextField label={t('branding.name')} value={value.name} placeholder={organization.name} maxLength={lengths.fullName} onChange={(name) => setValue({ ...value, name })} />
              <TextField
                label={t('branding.color')}
                help={t('branding.colorHelp')}
                value={value.color ?? ''}
                placeholder="#0b5cad"
                maxLength={7}
                error={isUnreadable ? t('branding.unreadable') : undefined}
                onChange={(color) => setValue({ ...value, color })}
              />
              <Words value={value} onChange={setValue} language={language} onLanguage={setLanguage} />
              <MailPreview name={value.name.trim() || organization.name} color={isUnreadable ? null : wanted.color} text={value.texts[language] ?? noText} language={language} />
            </>
          ) : null}
          {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
          <SectionActions>
            <Button type="submit" isPending={act.busy}>
              {t('save')}
            </Button>
          </SectionActions>
        </Stack>
      </form>
    </Section>
  );
};
