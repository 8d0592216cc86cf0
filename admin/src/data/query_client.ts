import { invalidate } from '@crossdock/admin/kit'
import { MutationCache, QueryClient } from '@tanstack/react-query'

/** Creates the cache of reads. React Query itself never refetches or retries, and data never becomes stale. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    // Every write may change the numbers and the feed of the dashboard.
    mutationCache: new MutationCache({
      onSuccess: () => void invalidate(client, ['dashboard', 'activity']),
    }),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        // The API client reports and retries failed calls; React Query must not hold them back silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
