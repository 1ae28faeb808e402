import { useLayoutEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { fitTitle } from './fit-title.ts';
import { Highlight } from './Highlight.tsx';
import styles from './Title.module.scss';

let canvas: CanvasRenderingContext2D | null | undefined;

const measureIn = (element: Element): ((text: string) => number) => {
  canvas ??= document.createElement('canvas').getContext('2d');
  const context = canvas;
  if (!context) return () => 0;
  context.font = getComputedStyle(element).font;
  return (text) => context.measureText(text).width;
};

/** The title shortened to the current width. */
const useFitted = (title: string) => {
  const place = useRef<HTMLSpanElement>(null);
  const [fitted, setFitted] = useState(title);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const fit = () => setFitted(fitTitle(title, Math.ceil(element.getBoundingClientRect().width), measureIn(element)));
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [title]);
  return { place, fitted };
};

interface TitleProps {
  children: string;
  search?: string | undefined;
  className?: string | undefined;
}

/** The title of a document on one line, shortened in the middle at word boundaries. Screen readers get the full title. */
export const Title = ({ children, search, className }: TitleProps) => {
  const { place, fitted } = useFitted(children);
  const isWhole = fitted === children;
  return (
    <span ref={place} className={classNames(styles.title, className)} title={isWhole ? undefined : children}>
      {isWhole ? null : <span className="visually-hidden">{children}</span>}
      <span dir="auto" aria-hidden={isWhole ? undefined : true}>
        <Highlight text={fitted} search={search} />
      </span>
    </span>
  );
};
