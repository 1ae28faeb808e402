import { Fragment } from 'react';

/** The text in pieces; every second piece is a match of the search, whatever its case. */
export const matches = (text: string, search: string | undefined): string[] => {
  const wanted = search?.trim().toLocaleLowerCase();
  if (!wanted) return [text];
  const lower = text.toLocaleLowerCase();
  // Lower case can be longer than the text (İ): then positions differ, and no mark is better than a wrong one.
  if (lower.length !== text.length) return [text];
  const pieces: string[] = [];
  let at = 0;
  for (let found = lower.indexOf(wanted); found >= 0; found = lower.indexOf(wanted, at)) {
    pieces.push(text.slice(at, found), text.slice(found, found + wanted.length));
    at = found + wanted.length;
  }
  pieces.push(text.slice(at));
  return pieces;
};

/** Text with what was searched for marked. */
export const Highlight = ({ text, search }: { text: string; search?: string | undefined }) =>
  matches(text, search).map((piece, index) => (index % 2 ? <mark key={index}>{piece}</mark> : <Fragment key={index}>{piece}</Fragment>));
