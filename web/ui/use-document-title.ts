import { useEffect } from 'react';

const PRODUCT = 'Countersign';
const LONGEST = 48;

/** Shortens in the middle, so that the end, which often holds versions and dates, stays readable in a tab. */
export const shortenMiddle = (text: string, longest = LONGEST): string => {
  const letters = [...text];
  if (letters.length <= longest) return text;
  const end = Math.floor(longest * 0.4);
  return `${letters.slice(0, longest - end - 1).join('').trimEnd()}…${letters.slice(-end).join('').trimStart()}`;
};

/** Sets the document title while a screen is mounted. */
export const useDocumentTitle = (title: string | undefined): void => {
  useEffect(() => {
    document.title = title ? `${shortenMiddle(title)} – ${PRODUCT}` : PRODUCT;
  }, [title]);
};
