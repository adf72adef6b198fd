import {QueryClientProvider} from '@tanstack/react-query';
import {StrictMode} from 'react';
import {BrowserRouter} from 'react-router';
import {createQueryClient} from './query-client.ts';
import {AppNavigation} from './shell/app-navigation.tsx';
import {AppRoutes} from './shell/app-routes.tsx';

const queries = createQueryClient();

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
