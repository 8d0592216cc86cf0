import type { Asset } from '@crossdock/client'
import { runAll, type Api } from '@crossdock/admin/kit'

/** As many as the server lists at once. */
const AT_A_TIME = 1000

/** Deletes for good what lies in the trash, until there is nothing; ends with the first that is refused. */
export async function purgeAll(api: Api): Promise<void> {
  for (;;) {
    const { items } = await api.list<Asset>('assets', {
      range: [0, AT_A_TIME - 1],
      sort: ['trashedAt', 'ASC'],
      filter: { trashed: true },
    })
    if (items.length === 0) return
    const { refused } = await runAll(items, ({ id }) => api.action({ path: `assets/${id}/purge` }))
    const [reason] = refused.values()
    if (reason !== undefined) throw reason
  }
}
