import { useState } from 'react';
import { singleLettersOn, switchSingleLetters } from './shortcuts.ts';

/** Whether shortcuts of a single character are on, and the switch. */
export function useSingleLetters(): [boolean, (on: boolean) => void] {
  const [single, setSingle] = useState(singleLettersOn);
  return [single, (on) => {
    switchSingleLetters(on);
    setSingle(on);
  }];
}
