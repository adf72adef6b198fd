import {QueryClient, QueryClientProvider} from '@tanstack/react-query';
import {StrictMode} from 'react';
import {BrowserRouter} from 'react-router';
import {AppNavigation} from './shell/app-navigation.tsx';
import {AppRoutes} from './shell/app-routes.tsx';

/**
 * No hidden retries: an error is shown at once with a button to try again, and polling repeats the request anyway. Requests are
 * sent even if the browser believes it is offline: only the request shows whether the server answers.
 */
const queries = new QueryClient({
  defaultOptions: {
    queries: {retry: false, networkMode: 'always', staleTime: 0},
    mutations: {retry: false, networkMode: 'always'},
  },
});

export function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          <AppNavigation />
          <AppRoutes />
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>
  );
}
