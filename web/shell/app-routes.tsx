import {type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef} from 'react';
import {Route, Routes, useLocation} from 'react-router';
import {CatchPageFailure} from './page-failure.tsx';

/** Each page is loaded when it is first opened. */
const page = (load: () => Promise<ComponentType>) => lazy(async () => ({default: await load()}));

const HomePage = page(async () => (await import('../pages/home.tsx')).HomePage);
const OrdersPage = page(async () => (await import('../pages/orders.tsx')).OrdersPage);
const OneOrderPage = page(async () => (await import('../pages/one-order.tsx')).OneOrderPage);
const PayNextPage = page(async () => (await import('../pages/pay-next.tsx')).PayNextPage);
const RunsPage = page(async () => (await import('../pages/runs.tsx')).RunsPage);
const SettingsPage = page(async () => (await import('../pages/settings.tsx')).SettingsPage);
const ConnectionPage = page(async () => (await import('../pages/connection.tsx')).ConnectionPage);
const OpenOrderPage = page(async () => (await import('../pages/open-order.tsx')).OpenOrderPage);
const OpenProductPage = page(async () => (await import('../pages/open-product.tsx')).OpenProductPage);
const NoSuchPage = page(async () => (await import('../pages/no-such-page.tsx')).NoSuchPage);

export function AppRoutes() {
  return (
    <FocusOnArrival>
      <Suspense fallback={<PageToCome />}>
        <CatchPageFailure>
          <Routes>
            <Route path="/" element={<HomePage />} />
            <Route path="/orders" element={<OrdersPage />} />
            <Route path="/orders/pay" element={<PayNextPage />} />
            <Route path="/orders/:id" element={<OneOrderPage />} />
            <Route path="/runs" element={<RunsPage />} />
            <Route path="/settings" element={<SettingsPage />} />
            <Route path="/settings/connection" element={<ConnectionPage />} />
            <Route path="/open/order" element={<OpenOrderPage />} />
            <Route path="/open/product" element={<OpenProductPage />} />
            <Route path="*" element={<NoSuchPage />} />
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
    window.scrollTo(0, 0);
    top.current?.focus({preventScroll: true});
  }, [pathname]);
  return (
    <div ref={top} tabIndex={-1} style={{outline: 'none'}}>
      {children}
    </div>
  );
}
