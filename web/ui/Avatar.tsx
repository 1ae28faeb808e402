import { UserRound } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import type { PersonName } from './initials.ts';
import { avatarColor, colorIndexOf, initials, personName } from './initials.ts';
import styles from './Avatar.module.scss';

interface AvatarProps {
  person: PersonName & { avatar?: string | null | undefined };
  /** Position of the recipient in the order, from 0. Without it the colour is derived from the person. */
  colorIndex?: number | undefined;
  size?: 'small' | 'medium' | 'large' | 'max';
  /** Announces the name to screen readers. Leave it off if the name stands beside. */
  labelled?: boolean;
  className?: string | undefined;
}

/** A person as a picture, or as initials on a colour. */
export const Avatar = ({ person, colorIndex, size = 'small', labelled, className }: AvatarProps) => {
  const name = personName(person);
  const letters = initials(person);
  const index = colorIndex ?? colorIndexOf(person.email ?? person.phone ?? name);
  // The picture URL that failed to load.
  const [lacking, setLacking] = useState<string>();
  const picture = person.avatar === lacking ? null : person.avatar;
  const style = { '--avatar-color': avatarColor(index) } as CSSProperties;
  return (
    <span
      className={classNames(styles.avatar, styles[size], className)}
      style={style}
      {...(labelled ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      {picture ? <img src={picture} alt="" onError={() => setLacking(picture)} /> : letters || <Icon of={UserRound} size={16} />}
    </span>
  );
};
