import type { Asset } from '@crossdock/client'
import { runAll, type Api } from '@crossdock/admin/kit'

/** The server's limit per list request. */
const AT_A_TIME = 1000

/** Permanently deletes everything in the trash; stops at the first refusal. */
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
