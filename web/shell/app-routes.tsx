import {type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef} from 'react';
import {Route, Routes, useLocation} from 'react-router';
import {loadPage, type PageRoute, routeAt, routes} from '../routes.ts';
import {PaidFailures} from '../shared/orders/paid-failures.tsx';
import {CatchPageFailure} from './page-failure.tsx';

/** A page that is loaded on demand; `load` loads its script ahead. */
type LazyPage = {readonly Page: ComponentType; readonly load: () => Promise<void>};

/** A page whose script is loaded when the page is first opened. */
function createLazyPage(route: PageRoute): LazyPage {
  let Loaded: ComponentType | null = null;
  const remember = async () => {
    Loaded = await loadPage(route);
    return {default: Loaded};
  };
  const OnDemand = lazy(remember);
  return {
    Page: () => (Loaded === null ? <OnDemand /> : <Loaded />),
    load: async () => void (await remember()),
  };
}

const lazyPages = new Map(Object.values(routes).map((route) => [route, createLazyPage(route)]));

/**
 * Loads the page at `address` before anything is drawn: React keeps a placeholder once drawn for 300 ms, though the page's script is there
 * long before. A script that cannot be loaded is left to the page, which says so.
 */
export async function loadPageAt(address: string): Promise<void> {
  const route = routeAt(address);
  if (route !== undefined)
    await lazyPages
      .get(route)
      ?.load()
      .catch(() => undefined);
}

export function AppRoutes() {
  return (
    <FocusOnArrival>
      <PaidFailures />
      <Suspense fallback={<LoadingPage />}>
        <CatchPageFailure>
          <Routes>
            {Object.entries(routes).map(([path, route]) => {
              const Page = lazyPages.get(route)?.Page;
              return <Route key={path} path={path} element={Page && <Page />} />;
            })}
          </Routes>
        </CatchPageFailure>
      </Suspense>
    </FocusOnArrival>
  );
}

const LoadingPage = () => (
  <s-page heading="Piecewise">
    <s-section accessibilityLabel="The page is loading">
      <s-box minBlockSize="320px">
        <s-spinner accessibilityLabel="Loading the page" />
      </s-box>
    </s-section>
  </s-page>
);

/** Moves the focus to the start of the new page after a link was followed, for keyboards and screen readers. */
function FocusOnArrival({children}: {children: ReactNode}) {
  const {pathname} = useLocation();
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo({top: 0, behavior: 'instant'});
    top.current?.focus({preventScroll: true});
  }, [pathname]);
  return (
    <div ref={top} tabIndex={-1} style={{outline: 'none'}}>
      {children}
    </div>
  );
}
