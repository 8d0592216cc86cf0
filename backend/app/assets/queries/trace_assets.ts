import type { TraceObject, TraceSource } from '@crossdock/backend/events'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { assetLibrary, assetsRead } from '../contracts/index.js'

/** A trace shows the chains of this many newest events of a file. */
const newest = 20

/** Files and folders at the start of chains. */
export const tracedAssets: TraceSource = {
  permission: assetsRead,
  async start(id) {
    await assetLibrary.use().find(id)
    const rows = await tenantTable<{ root_id: string }>('middleware_events')
      .where('target_id', id)
      .orderBy('seq', 'desc')
      .limit(newest)
      .select('root_id')
    return { rootIds: [...new Set(rows.map(({ root_id: root }) => root))] }
  },
  async of({ events, asked }, most) {
    const wanted = asked.filter(({ type }) => type === 'asset').map(({ id }) => id)
    const first = events.filter(({ causeId, targetType }) => !causeId && targetType === 'asset')
    const at = new Map<string, string>()
    for (const { targetId, createdAt } of first) {
      if (targetId && !at.has(targetId)) at.set(targetId, createdAt)
    }
    for (const id of wanted)
      if (!at.has(id)) at.set(id, events[0]?.createdAt ?? new Date(0).toISOString())
    const ids = [...at.keys()].slice(0, most)
    const names = await assetLibrary.use().names(ids)
    const closed = await assetLibrary.use().findClosed(ids)
    return ids.map((id): TraceObject => ({
      type: 'asset',
      id,
      key: `asset:${id}`,
      cause: null,
      name: names.get(id) ?? null,
      status: null,
      startedAt: at.get(id)!,
      durationMs: null,
      isHidden: closed.has(id),
    }))
  },
}
