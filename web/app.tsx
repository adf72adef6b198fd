import {QueryClient, QueryClientProvider} from '@tanstack/react-query';
import {StrictMode} from 'react';
import {BrowserRouter} from 'react-router';
import {LeaveModal} from './shared/page/leave-question.tsx';
import {AppNavigation} from './shell/app-navigation.tsx';
import {AppRoutes} from './shell/app-routes.tsx';
import {prefetch} from './shell/prefetch.ts';

/**
 * TanStack Query does not retry a failed request: the merchant sees the error without delay, and queries that poll ask again. Requests
 * are sent even if the browser believes it is offline: only the request shows whether the server answers.
 */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      networkMode: 'always',
      staleTime: 0,
      // A component that mounts within a second after an answer came, such as a prefetched answer, does not ask again.
      refetchOnMount: ({state}) => state.isInvalidated || Date.now() - state.dataUpdatedAt > 1_000,
    },
    mutations: {retry: false, networkMode: 'always'},
  },
});

/** Resolves when the prefetched data of the opened page has arrived, or could not be loaded. */
export const firstData = prefetch(queryClient, location);

export function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <AppNavigation />
          <AppRoutes />
          <LeaveModal />
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>
  );
}
