import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { UnsignedValue } from '#contract/entities/field.ts';
import { isPictureType } from '#contract/entities/field-rules.ts';
import { Button } from '#web/ui/Button.tsx';
import type { SigningRoot, Stop } from './signing.selectors.ts';
import { selectFileFields, selectMadeHere, selectOtherSignatures } from './signing.selectors.ts';
import { signingActions } from './signing.slice.ts';
import styles from './signing.module.scss';

interface RepeatingProps {
  stop: Stop;
  onUsed: () => void;
}

/** Offers the picture of another signature field: for this field, or for all. */
export function Repeating({ stop, onUsed }: RepeatingProps) {
  const { t } = useTranslation('signing');
  const dispatch = useDispatch();
  const field = useSelector((root: SigningRoot) => selectFileFields(root, stop.fileId)).find(({ id }) => id === stop.fieldId);
  const made = useSelector((root: SigningRoot) => selectMadeHere(root, stop.type)).find(({ fillType }) => field?.permittedTypes.includes(fillType));
  const others = useSelector((root: SigningRoot) => selectOtherSignatures(root, stop));
  if (!field || !isPictureType(field.type) || field.value !== null || !made) return null;
  const use = (action: typeof signingActions.pictureChosen | typeof signingActions.pictureRepeated, value: UnsignedValue): void => {
    dispatch(action({ fileId: stop.fileId, fieldId: stop.fieldId, value }));
    onUsed();
  };
  return (
    <>
      <Button className={styles.repeat} data-repeat onPress={() => use(signingActions.pictureChosen, made)}>
        <span className={styles.repeatWords}>
          {made.url ? <img src={made.url} alt="" /> : null}
          {t('useAgain')}
        </span>
      </Button>
      {stop.type === 'signature' && others > 0 ? (
        <Button look="quiet" onPress={() => use(signingActions.pictureRepeated, made)}>
          {t('useEverywhere', { count: others + 1 })}
        </Button>
      ) : null}
    </>
  );
}
