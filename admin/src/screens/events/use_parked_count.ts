import { totalKey, useApi } from '@crossdock/admin/kit'
import { useQuery } from '@tanstack/react-query'
import { parkedStatuses } from './model.js'

/** The number of parked and failed events the caller may read; undefined while it loads. */
export function useParkedCount(): number | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: totalKey('events', { status: 'parked' }),
    queryFn: async () => {
      const { total } = await api.list('events', {
        range: [0, 0],
        sort: ['createdAt', 'DESC'],
        filter: { status: parkedStatuses },
      })
      return total
    },
  })
  return data
}
