import type { Field } from '#contract/entities/field.ts';
import type { GuideActions } from './guide-actions.ts';
import { PanelChoices } from './PanelChoices.tsx';
import { PanelDay } from './PanelDay.tsx';
import { PanelMark } from './PanelMark.tsx';
import { PanelPicture } from './PanelPicture.tsx';
import { PanelText } from './PanelText.tsx';
import type { Stop } from './signing.selectors.ts';

export interface PanelEntryProps {
  stop: Stop;
  field: Field;
  /** Fields that are filled together: the options of a radio group. */
  choices: readonly Field[];
  /** Label of the field. */
  name: string;
  actions: GuideActions;
}

/** The input of one field, in a size for touch. */
export function PanelEntry(props: PanelEntryProps) {
  switch (props.field.type) {
    case 'text':
      return <PanelText {...props} />;
    case 'date':
      return <PanelDay {...props} />;
    case 'checkmark':
      return <PanelMark {...props} />;
    case 'radio':
      return <PanelChoices {...props} />;
    default:
      return <PanelPicture {...props} />;
  }
}
