import {Component, type ReactNode} from 'react';
import {useLocation} from 'react-router';

/**
 * Shows a page that cannot be loaded or drawn as a failure of that page alone: the menu still leads to the others. A script that did
 * not load is not asked for again unless the whole app is loaded again, hence the reload.
 */
export function CatchPageFailure({children}: {children: ReactNode}) {
  const {pathname} = useLocation();
  return <Boundary key={pathname}>{children}</Boundary>;
}

type BoundaryState = {readonly hasFailed: boolean};

/** React offers this only to classes. */
class Boundary extends Component<{readonly children: ReactNode}, BoundaryState> {
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
