import { Building2, ImageUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadAvatar } from '#web/entities/organizations/organizations.requests.ts';
import { toAppError } from '#web/services/app-error.ts';
import { errorText } from '#web/entities/error-text.ts';
import { imageTypes, PictureError, readLogo } from '#web/services/picture-files.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './organizations.module.scss';

interface LogoFieldProps {
  logo: string | null;
  isDisabled?: boolean;
  /** Receives the id of the uploaded picture. */
  onUploaded: (fileId: string) => void;
}

/** The logo of an organization. */
export const LogoField = ({ logo, isDisabled = false, onUploaded }: LogoFieldProps) => {
  const { t } = useTranslation('organizations');
  const [problem, setProblem] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setProblem(null);
    try {
      const image = await readLogo(file);
      onUploaded(await uploadAvatar(image));
      setChosen(URL.createObjectURL(image));
    } catch (error) {
      setProblem(error instanceof PictureError ? t(`picture.${error.code}`) : errorText(toAppError(error).toInfo(), t('failed')));
    }
  };
  const shown = chosen ?? logo;
  return (
    <>
      <div className={styles.identity}>
        {shown ? (
          <img src={shown} alt={t('logo')} className={styles.logo} />
        ) : (
          <span className={styles.noLogo}>
            <Icon of={Building2} size={24} />
          </span>
        )}
        <FileButton icon={<Icon of={ImageUp} />} accepted={imageTypes} allowsMultiple={false} isDisabled={isDisabled} onFiles={([file]) => void choose(file)}>
          {t('chooseLogo')}
        </FileButton>
      </div>
      {problem ? <Banner meaning="negative">{problem}</Banner> : null}
    </>
  );
};
