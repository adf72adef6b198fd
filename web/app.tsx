import {QueryClient, QueryClientProvider} from '@tanstack/react-query';
import {StrictMode} from 'react';
import {BrowserRouter} from 'react-router';
import {AppNavigation} from './shell/app-navigation.tsx';
import {AppRoutes} from './shell/app-routes.tsx';
import {LeaveQuestion} from './shell/leave-question.tsx';
import {prefetch} from './shell/prefetch.ts';

/**
 * No hidden retries: an error is shown at once with a button to try again, and polling repeats the request anyway. Requests are
 * sent even if the browser believes it is offline: only the request shows whether the server answers.
 */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      networkMode: 'always',
      staleTime: 0,
      // The page that opens with a prefetched answer does not ask for it again.
      refetchOnMount: ({state}) => state.isInvalidated || Date.now() - state.dataUpdatedAt > 1_000,
    },
    mutations: {retry: false, networkMode: 'always'},
  },
});

/** Resolves when the data of the page that is opened is there, or could not be loaded. */
export const firstData = prefetch(queries, location);

export function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          <AppNavigation />
          <AppRoutes />
          <LeaveQuestion />
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>
  );
}
