import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Button } from '#web/ui/Button.tsx';
import { pictureOf } from '#web/ui/field/FieldAppearance.tsx';
import type { PanelEntryProps } from './PanelEntry.tsx';
import { ways } from './picture-ways.ts';
import { Question, questionIdOf } from './Question.tsx';
import { Repeating } from './Repeating.tsx';
import { signingActions } from './signing.slice.ts';
import styles from './signing.module.scss';

/** A signature, initials or a photo: the ways to make one, or the current one. */
export function PanelPicture({ stop, field, name, actions }: PanelEntryProps) {
  const { t } = useTranslation('signing');
  const dispatch = useDispatch();
  const place = { fileId: stop.fileId, fieldId: field.id };
  const picture = pictureOf(field);
  // The panel is used on a phone, so capturing with another phone is not offered.
  const offered = ways.filter((way) => way !== 'smartphone' && field.permittedTypes.includes(way));
  return (
    <Question field={field} name={name}>
      {picture ? (
        <div className={styles.panelRow} role="group" aria-labelledby={questionIdOf(field)}>
          <span className={styles.panelPicture}>
            <img src={picture} alt={t('placeFilledPicture', { name })} />
          </span>
          <Button size="large" data-input={field.id} onPress={() => actions.askPicture(place)}>
            {t('change')}
          </Button>
          <Button look="quiet" size="large" onPress={() => dispatch(signingActions.pictureRemoved(place))}>
            {t('remove')}
          </Button>
        </div>
      ) : (
        <div className={styles.panelWays} role="group" aria-labelledby={questionIdOf(field)}>
          <Repeating stop={stop} onUsed={actions.next} />
          {offered.map((way, index) => (
            <Button key={way} size="large" look={index === 0 ? 'primary' : 'plain'} {...(index === 0 ? { 'data-input': field.id } : {})} onPress={() => actions.askPicture(place, way)}>
              {t(`way.${way}`)}
            </Button>
          ))}
        </div>
      )}
    </Question>
  );
}
