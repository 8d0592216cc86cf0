import { totalKey, useApi } from '@crossdock/admin/kit'
import { useQuery } from '@tanstack/react-query'
import type { Webhook } from '../model.js'

/** The filter behind the chip of failed deliveries. */
export const failed = { status: ['retrying', 'failed'] } as const

/** The number of deliveries that failed or wait for a retry; undefined while it loads. */
export function useFailedCount({ id }: Webhook): number | undefined {
  const api = useApi()
  const path = `webhooks/${id}/deliveries`
  const { data } = useQuery({
    queryKey: totalKey(path, { status: 'failed' }),
    queryFn: async () => {
      const { total } = await api.list(path, {
        range: [0, 0],
        sort: ['createdAt', 'DESC'],
        filter: failed,
      })
      return total
    },
  })
  return data
}
