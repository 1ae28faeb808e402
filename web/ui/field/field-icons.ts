import { Calendar, CircleDot, Image, Link, Signature, SquareCheck, Stamp, Type } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { FieldType } from '#contract/entities/field.ts';

export const fieldIcons = {
  text: Type,
  date: Calendar,
  link: Link,
  checkmark: SquareCheck,
  radio: CircleDot,
  signature: Signature,
  initials: Stamp,
  image: Image,
} as const satisfies Record<FieldType, LucideIcon>;
