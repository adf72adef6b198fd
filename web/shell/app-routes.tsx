import {type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef} from 'react';
import {Route, Routes, useLocation} from 'react-router';
import {loadPage, type PageRoute, routeAt, routes} from '../routes.ts';
import {CatchPageFailure} from './page-failure.tsx';

type LazyPage = {readonly Page: ComponentType; readonly load: () => Promise<void>};

/** Each page is loaded when it is first opened. */
function toLazy(route: PageRoute): LazyPage {
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

const pages = new Map(Object.values(routes).map((route) => [route, toLazy(route)]));

/**
 * Loads the page at `address` before anything is drawn: React keeps a placeholder once drawn for 300 ms, though the page's script is there
 * long before. A script that cannot be loaded is left to the page, which says so.
 */
export async function loadPageAt(address: string): Promise<void> {
  const route = routeAt(address);
  if (route !== undefined)
    await pages
      .get(route)
      ?.load()
      .catch(() => undefined);
}

export function AppRoutes() {
  return (
    <FocusOnArrival>
      <Suspense fallback={<PageToCome />}>
        <CatchPageFailure>
          <Routes>
            {Object.entries(routes).map(([path, route]) => {
              const Page = pages.get(route)?.Page;
              return <Route key={path} path={path} element={Page && <Page />} />;
            })}
          </Routes>
        </CatchPageFailure>
      </Suspense>
    </FocusOnArrival>
  );
}

const PageToCome = () => (
  <s-page heading="Piecewise">
    <s-section accessibilityLabel="The page is loading">
      <s-box minBlockSize="320px">
        <s-spinner accessibilityLabel="Loading the page" />
      </s-box>
    </s-section>
  </s-page>
);

/** After a link, focus moves to the start of the new page, also for keyboards and screen readers. */
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
