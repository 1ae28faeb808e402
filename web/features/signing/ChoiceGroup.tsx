import type { ReactNode } from 'react';
import type { Field } from '#contract/entities/field.ts';
import { PlaceWords } from './PlaceWords.tsx';

interface ChoiceGroupProps {
  first: Field;
  name: string;
  children: ReactNode;
}

/** A radio group, whose options may be anywhere on the page. */
export function ChoiceGroup({ first, name, children }: ChoiceGroupProps) {
  const words = `${first.id}-group`;
  return (
    <div role="radiogroup" aria-label={name} aria-required={first.required} aria-describedby={words}>
      {children}
      <PlaceWords id={words} field={first} />
    </div>
  );
}
