import type { ReactNode } from 'react';
import { Component, StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { FailureScreen } from './FailureScreen.tsx';
import { leaveShell } from './leave-shell.ts';

interface RootBoundaryProps {
  children: ReactNode;
}

/** What nothing below it has caught ends here. */
class RootBoundary extends Component<RootBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <FailureScreen /> : this.props.children;
  }
}

/** Every root of the product: an error in it leaves a page with words, never an empty one. */
export const mountRoot = (place: HTMLElement, content: ReactNode): Root => {
  leaveShell(place);
  const root = createRoot(place);
  root.render(
    <StrictMode>
      <RootBoundary>{content}</RootBoundary>
    </StrictMode>,
  );
  return root;
};
