import { useTranslation } from 'react-i18next';
import { lengths } from '#contract/limits/lengths.ts';
import { nameAutoComplete, namePartsIn } from '#contract/person-names.ts';
import { TextField } from '#web/ui/TextField.tsx';
import type { SenderNameState } from './use-sender-name.ts';
import styles from './sending.module.scss';

/** Asks for the sender's name. Problems show after an attempt to send. */
export function SenderName({ sender, tried, isDisabled }: { sender: SenderNameState; tried: boolean; isDisabled: boolean }) {
  const { t, i18n } = useTranslation('sending');
  const { t: profile } = useTranslation('profile');
  const problemOf = (part: keyof SenderNameState['names']): string | undefined => {
    const problem = tried ? sender.problems[part] : null;
    if (problem === null) return undefined;
    return problem === 'missing' ? profile(`nameMissing.${part}`) : profile('nameInvalid');
  };
  return (
    <fieldset className={styles.sender}>
      <legend className={styles.subheading}>{t('senderName.title')}</legend>
      <p className={styles.quiet}>{t('senderName.help')}</p>
      <div className={styles.senderNames}>
        {namePartsIn(i18n.language).map((part, index) => (
          <TextField
            key={part}
            label={profile(part)}
            name={nameAutoComplete[part]}
            autoComplete={nameAutoComplete[part]}
            autoFocus={index === 0}
            maxLength={lengths.fullName}
            isDisabled={isDisabled}
            value={sender.names[part]}
            onChange={sender.set(part)}
            error={problemOf(part)}
          />
        ))}
      </div>
    </fieldset>
  );
}
