import { useEffect, useRef } from 'react';

/** Sentinel at the end of the rows, which loads the next page when it is near the viewport. */
export const EndOfList = ({ onNear, isActive }: { onNear(): void; isActive: boolean }) => {
  const place = useRef<HTMLDivElement>(null);
  const near = useRef(onNear);
  near.current = onNear;

  useEffect(() => {
    if (!isActive || !place.current) return;
    const observer = new IntersectionObserver((entries) => entries.some((each) => each.isIntersecting) && near.current(), {
      rootMargin: '600px',
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isActive]);

  return <div ref={place} />;
};
