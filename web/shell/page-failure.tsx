import {Component, type ReactNode} from 'react';
import {useLocation} from 'react-router';

/**
 * Catches the failure of a page that cannot be loaded or drawn, so that the menu still leads to the others. The page offers a reload,
 * because a script that did not load is not loaded again otherwise.
 */
export function CatchPageFailure({children}: {children: ReactNode}) {
  const {pathname} = useLocation();
  return <ErrorBoundary key={pathname}>{children}</ErrorBoundary>;
}

type BoundaryState = {readonly hasFailed: boolean};

/** A class, because React offers error boundaries only to classes. */
class ErrorBoundary extends Component<{readonly children: ReactNode}, BoundaryState> {
  override readonly state: BoundaryState = {hasFailed: false};

  static getDerivedStateFromError(): BoundaryState {
    return {hasFailed: true};
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <PageFailure /> : this.props.children;
  }
}

const PageFailure = () => (
  <s-page heading="Piecewise">
    <s-banner tone="critical" heading="This page could not be opened">
      Nothing in your store was changed by it. Check your connection and try again; the other pages can still be opened.
      <s-button slot="secondary-actions" onClick={() => window.location.reload()}>
        Try again
      </s-button>
    </s-banner>
  </s-page>
);
