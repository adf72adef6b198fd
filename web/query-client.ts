import {QueryClient} from '@tanstack/react-query';

/**
 * Nothing is retried unseen: an error is shown at once with a button to try again, and a poll asks again anyway. Requests leave
 * even when the browser believes to be offline: only the request says whether the server answers.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {retry: false, networkMode: 'always', staleTime: 0},
      mutations: {retry: false, networkMode: 'always'},
    },
  });
