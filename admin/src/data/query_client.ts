import { invalidate } from '@crossdock/admin/kit'
import { MutationCache, QueryClient } from '@tanstack/react-query'

/** Reads never refetch by themselves, never become stale and are not retried; writes neither. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    // Whatever was written changes the figures and the feed, whoever wrote it.
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
        // Calls that fail are named and waited for by the API client, not held back unseen.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
