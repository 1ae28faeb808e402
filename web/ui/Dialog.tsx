import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { timing } from '#contract/limits/timing.ts';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { useBackCloses } from './use-back-closes.ts';
import { useDevice } from './use-device.ts';
import { useSwipeDown } from './use-swipe-down.ts';
import styles from './Dialog.module.scss';

export interface DialogProps {
  isOpen: boolean;
  onClose(): void;
  title: string;
  children: ReactNode;
  /** The buttons, the primary one last. They stay visible while the content scrolls. */
  footer?: ReactNode;
  size?: 'small' | 'large' | 'wide';
  /** Label of the close button. Without it the dialog closes by its own buttons only. */
  closeLabel?: string;
  role?: 'dialog' | 'alertdialog';
  /** Whether a press outside closes it. Escape always closes a dialog that can be closed. */
  isDismissable?: boolean;
  /** A dialog for drawing or taking a picture: fills the screen of a phone in landscape, with buttons beside it. */
  isStage?: boolean;
}

/** Whether a press outside counts yet: one of the double-click that opened the dialog must not close it. */
const useInteractive = (isOpen: boolean): (() => boolean) => {
  const openedAt = useRef(0);
  useEffect(() => {
    if (isOpen) openedAt.current = performance.now();
  }, [isOpen]);
  return () => performance.now() - openedAt.current >= timing.overlayInteractivityDelay;
};

/** A centred dialog on desktops, a bottom sheet on phones. Focus is trapped inside and restored. */
export const Dialog = (props: DialogProps) => {
  const { isOpen, onClose, title, children, footer, size = 'small', closeLabel, role = 'dialog', isStage = false } = props;
  const canClose = Boolean(closeLabel);
  const isSheet = useDevice() === 'phone' && canClose;
  useBackCloses(isOpen && isSheet, onClose);
  const swiped = useSwipeDown(isOpen && isSheet, onClose);
  const isInteractive = useInteractive(isOpen);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={props.isDismissable ?? canClose}
      shouldCloseOnInteractOutside={isInteractive}
      isKeyboardDismissDisabled={!canClose}
      className={styles.overlay ?? ''}
    >
      <Modal ref={swiped} className={classNames(styles.modal, styles[size], isStage && styles.stage)}>
        <AriaDialog role={role} className={styles.dialog ?? ''}>
          {isSheet ? <div className={styles.grabber} aria-hidden="true" /> : null}
          <header className={styles.header}>
            <Heading slot="title" level={2} className={styles.title ?? ''}>
              {title}
            </Heading>
            {closeLabel ? <IconButton label={closeLabel} plainName icon={<Icon of={X} />} onPress={onClose} /> : null}
          </header>
          <div className={styles.body}>{children}</div>
          {footer ? <footer className={styles.footer}>{footer}</footer> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
};
