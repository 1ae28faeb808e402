import { Fragment } from 'react';

/** Splits the text at matches of the search, ignoring case. Every second piece is a match. */
export const matches = (text: string, search: string | undefined): string[] => {
  const wanted = search?.trim().toLowerCase();
  if (!wanted) return [text];
  const lower = text.toLowerCase();
  // Lower case can be longer than the text (İ), so positions would differ. No highlight is better than a wrong one.
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

/** Text with the matches of a search highlighted. */
export const Highlight = ({ text, search }: { text: string; search?: string | undefined }) =>
  matches(text, search).map((piece, index) => (index % 2 ? <mark key={index}>{piece}</mark> : <Fragment key={index}>{piece}</Fragment>));
