import type { LucideIcon } from 'lucide-react';

interface IconProps {
  /** An icon of lucide-react, the product's only icon set. */
  of: LucideIcon;
  /** Accessible name. Without it the icon is decorative. */
  label?: string;
  size?: 16 | 20 | 24 | 40;
  className?: string | undefined;
}

/** A 20 px icon in the colour of the text. */
export const Icon = ({ of: Glyph, label, size = 20, className }: IconProps) => (
  <Glyph
    size={size}
    strokeWidth={1.75}
    {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    {...(className ? { className } : {})}
    style={{ flex: 'none' }}
  />
);
