import type { Caller, TestApp } from '@crossdock/backend/testing'
import { newId, now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'

/**
 * A sync contract that does not run on its own, with a run, a conflict and a kept version.
 * @param as the caller and environment
 * @param assetId a file whose content the conflict and the kept version refer to; without it they have no
 *   content
 */
export async function furnishedSync(
  app: TestApp,
  as: Caller,
  secret: string,
  assetId?: string
): Promise<Record<string, string>> {
  const contract = await app.ok<{ id: string; tenantId: string; environmentId: string }>(
    'POST',
    '/api/sync-contracts',
    {
      as,
      body: {
        name: `${secret}-contract`,
        scheduleConfig: { mode: 'manual' },
        sourceType: 'asset_folder',
        sourceConfig: { path: `/${secret}-source` },
        targetType: 'asset_folder',
        targetConfig: { path: `/${secret}-target` },
      },
    }
  )
  const rows = { tenant_id: contract.tenantId, contract_id: contract.id, created_at: now() }
  const placed = { ...rows, environment_id: contract.environmentId }
  const [run, conflict] = [newId(), newId()]
  // The matrices fill all parameters of a path with one id.
  const kept = contract.id
  const [present] = !assetId
    ? []
    : await app.ok<{ hash: string; size: number }[]>(
        ...(['GET', `/api/assets/${assetId}/versions`, { as }] as const)
      )
  const { hash = null, size = 1 } = present ?? {}
  const version = JSON.stringify({ id: 'a', hash, size, modifiedAt: null, by: secret })
  await asOperator('insert the rows of a sync pass', async () => {
    const insert = (table: string, row: object) => unscoped().table(table).insert(row)
    await insert('sync_runs', {
      ...placed,
      id: run,
      trigger: 'manual',
      status: 'completed',
      started_at: now(),
      ended_at: now(),
      files_done: 0,
      bytes_done: 0,
      wait_tokens: '[]',
      counts: JSON.stringify({
        created: 0,
        changed: 0,
        moved: 0,
        deleted: 0,
        conflicts: 0,
        skipped: 0,
        failed: 0,
      }),
    })
    await insert('sync_conflicts', {
      ...placed,
      id: conflict,
      key: conflict,
      path: `${secret}.txt`,
      cause: 'both_changed',
      source: version,
      target: version,
      state: 'open',
      opened_at: now(),
    })
    await insert('sync_skipped', {
      ...rows,
      id: newId(),
      side: 'source',
      path: `${secret}.tmp`,
      kind: 'file',
      reason: 'excluded',
      detail: '*.tmp',
    })
    await insert('sync_kept', {
      ...placed,
      id: kept,
      side: 'target',
      path: `${secret}.txt`,
      size,
      content_hash: hash ?? 'a'.repeat(64),
      reason: 'overwritten',
    })
  })
  return { syncContract: contract.id, syncConflict: conflict, syncKept: kept }
}
