import {type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef} from 'react';
import {matchPath, Route, Routes, useLocation} from 'react-router';
import {CatchPageFailure} from './page-failure.tsx';

type LazyPage = {readonly Page: ComponentType; readonly load: () => Promise<void>};

/** Each page is loaded when it is first opened. */
function page(load: () => Promise<ComponentType>): LazyPage {
  let Loaded: ComponentType | null = null;
  const remember = async () => {
    Loaded = await load();
    return {default: Loaded};
  };
  const OnDemand = lazy(remember);
  return {
    Page: () => (Loaded === null ? <OnDemand /> : <Loaded />),
    load: async () => void (await remember()),
  };
}

const pages: Readonly<Record<string, LazyPage>> = {
  '/': page(async () => (await import('../pages/home.tsx')).HomePage),
  '/orders': page(async () => (await import('../pages/orders.tsx')).OrdersPage),
  '/orders/pay': page(async () => (await import('../pages/pay-next.tsx')).PayNextPage),
  '/orders/:id': page(async () => (await import('../pages/one-order.tsx')).OneOrderPage),
  '/products': page(async () => (await import('../pages/products.tsx')).ProductsPage),
  '/products/:articleId': page(async () => (await import('../pages/one-article.tsx')).OneArticlePage),
  '/decisions': page(async () => (await import('../pages/decisions.tsx')).DecisionsPage),
  '/setup': page(async () => (await import('../pages/setup.tsx')).SetupPage),
  '/runs': page(async () => (await import('../pages/runs.tsx')).RunsPage),
  '/rules': page(async () => (await import('../pages/rules.tsx')).RulesPage),
  '/pricing': page(async () => (await import('../pages/pricing.tsx')).PricingPage),
  '/runs/:id': page(async () => (await import('../pages/one-run.tsx')).OneRunPage),
  '/settings': page(async () => (await import('../pages/settings.tsx')).SettingsPage),
  '/settings/connection': page(async () => (await import('../pages/connection.tsx')).ConnectionPage),
  '/open/order': page(async () => (await import('../pages/open-order.tsx')).OpenOrderPage),
  '/open/product': page(async () => (await import('../pages/open-product.tsx')).OpenProductPage),
  '*': page(async () => (await import('../pages/no-such-page.tsx')).NoSuchPage),
};

/**
 * Loads the page at `address` before anything is drawn: React keeps a placeholder once drawn for 300 ms, though the page's script is there
 * long before. A script that cannot be loaded is left to the page, which says so.
 */
export async function loadPageAt(address: string): Promise<void> {
  const path = Object.keys(pages).find((one) => matchPath(one, address) !== null);
  await pages[path ?? '*']?.load().catch(() => undefined);
}

export function AppRoutes() {
  return (
    <FocusOnArrival>
      <Suspense fallback={<PageToCome />}>
        <CatchPageFailure>
          <Routes>
            {Object.entries(pages).map(([path, {Page}]) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
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
