import { type ReactNode, useState } from 'react';

interface HeldProps<Value> {
  first: Value;
  children(value: Value, change: (value: Value) => void): ReactNode;
}

/** Holds the value of a control, so that it can be tried. */
export function Held<Value>({ first, children }: HeldProps<Value>) {
  const [value, setValue] = useState<Value>(first);
  return children(value, setValue);
}
