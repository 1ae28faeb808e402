import type { ReactNode } from 'react';
import { Component, StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { FailureScreen } from './FailureScreen.tsx';
import { leaveShell } from './leave-shell.ts';

interface RootBoundaryProps {
  children: ReactNode;
}

/** The outermost error boundary. */
class RootBoundary extends Component<RootBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <FailureScreen /> : this.props.children;
  }
}

/** Mounts a React root with an error boundary, so that an error never leaves an empty page. */
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
