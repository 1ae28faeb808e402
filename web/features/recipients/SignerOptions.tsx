import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IdentityRequirement } from '#contract/entities/identity-check.ts';
import { identityRequirements } from '#contract/entities/identity-check.ts';
import { signerRole, type RecipientInput } from '#contract/entities/recipient.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { mayUse, type Feature, type PlanFlags } from '#contract/permissions/plan.permissions.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { useLanguageOptions } from '#web/entities/deployment/use-language-options.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { AttachmentRequests } from './AttachmentRequests.tsx';
import { asksForFiles, lacksCodePhone, type RecipientDraft, type SignerChoices } from './recipient-draft.ts';
import styles from './recipients.module.scss';

/** Features of the sender's plan, and the signers that already use some. */
export interface SigningPlan {
  flags: PlanFlags | null;
  signers: readonly RecipientInput[];
  /** Whether what the person does can't be changed. */
  isNeedFixed?: boolean;
  /** Why what needs PDFs can't be chosen: a document is a page. */
  notForPages?: string | null;
}

interface SignerOptionsProps {
  draft: RecipientDraft;
  plan: SigningPlan;
  /** Whether problems are shown. */
  tried?: boolean;
  onChange: (part: Partial<SignerChoices>) => void;
}

const OWN = 'own';
const LONGEST_ROLE = 128;

/** How a recipient is invited and identified, and how a signer signs. */
export function SignerOptions({ draft, plan: { flags, signers, notForPages = null }, tried = false, onChange }: SignerOptionsProps) {
  const { t } = useTranslation('recipients');
  const includes = (feature: Feature): boolean => mayUse(feature, flags, { recipients: [...signers, draft] });
  const languageOptions = useLanguageOptions(draft.locale);
  const signs = (draft.need ?? 'signer') === 'signer';
  const { locale = null, role = signerRole, inPerson = false, privateMessage = '', requireAccessCode = false } = draft;
  // Only at first: it must not fold while somebody clears an option.
  const [isUsed] = useState(inPerson || requireAccessCode || privateMessage !== '' || role !== signerRole || (draft.identityRequirements?.length ?? 0) + (draft.attachments?.length ?? 0) > 0);
  return (
    <details className={styles.more} open={isUsed}>
      <summary>{t('moreOptions')}</summary>
      <div className={styles.form}>
        <Select
          label={t('language')}
          options={[{ key: OWN, text: t('ownLanguage') }, ...languageOptions]}
          value={locale ?? OWN}
          onChange={(chosen) => onChange({ locale: chosen === OWN ? null : chosen })}
        />
        <TextField label={t('role')} help={t('roleHelp')} maxLength={LONGEST_ROLE} value={role === signerRole ? '' : role} onChange={(text) => onChange({ role: text || signerRole })} />
        <TextArea label={t('privateMessage')} help={t('privateMessageHelp')} rows={2} maxLength={lengths.message} value={privateMessage} onChange={(text) => onChange({ privateMessage: text })} />
        {signs ? (
          <Gated isSelected={inPerson} isIncluded={includes('allowInPersonSigning')} refusal={notForPages} help={t('inPersonHelp')} onChange={(on) => onChange({ inPerson: on })}>
            {t('inPerson')}
          </Gated>
        ) : null}
        {signs && inPerson ? null : <AccessCode draft={draft} tried={tried} onChange={onChange} />}
        {asksForFiles(draft) ? <AttachmentRequests requests={draft.attachments ?? []} tried={tried} onChange={(attachments) => onChange({ attachments })} /> : null}
        {signs ? <Identity draft={draft} isIncluded={includes('allowRemoteIdentityVerification')} onChange={onChange} /> : null}
      </div>
    </details>
  );
}

/** Whether a code is asked for before the documents are shown, and who gives it: the sender, or a text message. */
function AccessCode({ draft, tried, onChange }: Pick<SignerOptionsProps, 'draft' | 'onChange'> & { tried: boolean }) {
  const { t } = useTranslation('recipients');
  const sendsTexts = useDeployment()?.enablePhoneForLogin ?? false;
  const { requireAccessCode = false, accessCodePhone = null } = draft;
  const toggleText = (on: boolean): void => onChange({ accessCodePhone: on ? (draft.contact.includes('@') ? '' : draft.contact) : null });
  return (
    <>
      <Checkbox isSelected={requireAccessCode} help={t('accessCodeHelp')} onChange={(on) => onChange({ requireAccessCode: on })}>{t('accessCode')}</Checkbox>
      {requireAccessCode && (sendsTexts || accessCodePhone !== null) ? (
        <Checkbox isSelected={accessCodePhone !== null} help={t('accessCodeTextHelp')} onChange={toggleText}>{t('accessCodeText')}</Checkbox>
      ) : null}
      {requireAccessCode && accessCodePhone !== null ? (
        <TextField
          label={t('accessCodePhone')}
          type="tel"
          autoComplete="off"
          value={accessCodePhone}
          onChange={(text) => onChange({ accessCodePhone: text })}
          error={tried && lacksCodePhone(draft) ? t('accessCodePhoneInvalid') : undefined}
        />
      ) : null}
    </>
  );
}

interface GatedProps {
  isSelected: boolean;
  isIncluded: boolean;
  /** Why it does not fit the documents. */
  refusal: string | null;
  help: string;
  onChange: (on: boolean) => void;
  children: string;
}

/** Options outside the plan, or that do not fit the documents, are disabled unless they are already in use. */
function Gated({ isSelected, isIncluded, refusal, help, onChange, children }: GatedProps) {
  const { t } = useTranslation('plan');
  return (
    <Checkbox isSelected={isSelected} isDisabled={!isIncluded || (refusal !== null && !isSelected)} help={isIncluded ? (refusal ?? help) : t('notIncluded')} onChange={onChange}>
      {children}
    </Checkbox>
  );
}

function Identity({ draft, isIncluded, onChange }: { draft: RecipientDraft; isIncluded: boolean; onChange: SignerOptionsProps['onChange'] }) {
  const { t } = useTranslation('recipients');
  const { t: plan } = useTranslation('plan');
  const chosen = draft.identityRequirements ?? [];
  const hasService = useDeployment()?.identityService ?? false;
  // Requirements that the installation does not support are not offered, but existing ones can be removed.
  const offered = identityRequirements.filter((each) => each !== 'third_party' || hasService || chosen.includes(each));
  const toggle = (requirement: IdentityRequirement, on: boolean): void =>
    onChange({ identityRequirements: identityRequirements.filter((each) => (each === requirement ? on : chosen.includes(each))) });
  return (
    <fieldset className={styles.identity}>
      <legend>{t('identity.title')}</legend>
      {isIncluded ? null : <p className={styles.contact}>{plan('notIncluded')}</p>}
      {offered.map((requirement) => (
        <Checkbox
          key={requirement}
          isSelected={chosen.includes(requirement)}
          isDisabled={!isIncluded}
          onChange={(on) => toggle(requirement, on)}
        >
          {t(`identity.${requirement}`)}
        </Checkbox>
      ))}
      {chosen.length > 0 ? (
        <Checkbox
          isSelected={draft.identityRequireManualApproval ?? false}
          help={t('identity.approveHelp')}
          onChange={(on) => onChange({ identityRequireManualApproval: on })}
        >
          {t('identity.approve')}
        </Checkbox>
      ) : null}
    </fieldset>
  );
}
