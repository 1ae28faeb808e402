import type { LucideIcon } from 'lucide-react';

export interface IconProps {
  /** An icon of lucide-react, the one set of the product. */
  of: LucideIcon;
  /** The name for readers; without it the icon is decoration beside words. */
  label?: string;
  size?: 16 | 20 | 24 | 40;
  className?: string | undefined;
}

/** One icon, 20 px, drawn in the colour of the text. */
export const Icon = ({ of: Glyph, label, size = 20, className }: IconProps) => (
  <Glyph
    size={size}
    strokeWidth={1.75}
    {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    {...(className ? { className } : {})}
    style={{ flex: 'none' }}
  />
);
