import { Suspense, useState, type ComponentType, type ReactNode } from 'react';
import type { CreationRight } from '#contract/entities/organization.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { useCreationRefusal } from '#web/entities/organizations/use-may-create.ts';
import { useRefusalNotice } from '#web/entities/organizations/use-refusal-notice.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { accepted } from '#web/entities/uploads/upload-rules.ts';
import { Button, type ButtonVariant } from '#web/ui/Button.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { notifyError } from '#web/ui/snackbar.ts';

/** Asks a guest for their name, which makes them a user. */
export type AskName = ComponentType<{ profile: Profile; onSaved: () => void; onClose: () => void }>;

interface CreateButtonProps {
  right: CreationRight;
  icon: ReactNode;
  look?: ButtonVariant;
  onFiles(files: File[]): void;
  AskName: AskName;
  children: ReactNode;
}

/** Selects files and creates something from them. A guest is asked for their name first; people without permission get the reason. */
export const CreateButton = ({ right, icon, look = 'primary', onFiles, AskName, children }: CreateButtonProps) => {
  const { noticeOf } = useRefusalNotice();
  const profile = useAppSelector(selectProfile);
  const refused = useCreationRefusal(right);
  const [asking, setAsking] = useState(false);
  const [reopened, setReopened] = useState(false);
  if (refused === null) {
    return (
      <FileButton look={look} icon={icon} accepted={accepted} autoFocus={reopened} onFiles={onFiles}>
        {children}
      </FileButton>
    );
  }
  const say = (): void => {
    if (refused === 'disabled_by_allow_resource_creation_flag') setAsking(true);
    else notifyError(...noticeOf(refused, right));
  };
  return (
    <>
      <Button look={look} icon={icon} onPress={say}>
        {children}
      </Button>
      {asking && profile ? (
        <Suspense>
          <AskName profile={profile} onSaved={() => setReopened(true)} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
