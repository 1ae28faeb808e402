import { Label, Slider as AriaSlider, SliderThumb, SliderTrack } from 'react-aria-components';
import styles from './Slider.module.scss';

interface SliderProps {
  label: string;
  value: number;
  onChange(value: number): void;
  minimum: number;
  maximum: number;
  step: number;
  /** How values are told; as numbers without it. */
  format?: Intl.NumberFormatOptions;
  isDisabled?: boolean;
}

/** A value within a range, where its exact number does not matter. */
export const Slider = ({ label, value, onChange, minimum, maximum, step, format, isDisabled = false }: SliderProps) => (
  <AriaSlider value={value} onChange={(next) => onChange(Number(next))} minValue={minimum} maxValue={maximum} step={step} isDisabled={isDisabled} className={styles.slider ?? ''} {...(format ? { formatOptions: format } : {})}>
    <Label>{label}</Label>
    <SliderTrack className={styles.track ?? ''}>
      <SliderThumb className={styles.thumb ?? ''} />
    </SliderTrack>
  </AriaSlider>
);
