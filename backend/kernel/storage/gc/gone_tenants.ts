import { clock } from '../../ground/clock.js'
import { unscoped } from '../../database/index.js'
import { asOperator } from '../../tenancy/index.js'
import type { PackDriver } from '../packs/pack_driver.js'
import { packsAreHeld } from './holds.js'

const tenantsPerQuery = 200

/**
 * How long the packs of unknown tenants are kept. After restoring an older copy of the database, an operator
 * has this long to notice that newer tenants are missing.
 */
const retentionMs = 7 * 24 * 60 * 60_000

/**
 * Deletes the packs of tenants that no longer exist. A tenant exists before its first pack, so packs are listed
 * first and the database is queried second.
 */
export async function deleteGoneTenants(
  driver: PackDriver,
  retention: number = retentionMs
): Promise<void> {
  if (await packsAreHeld()) return
  const before = clock.now() - retention
  for await (const tenantIds of inParts(driver.tenants())) {
    const present = await presentAmong(tenantIds)
    for (const tenantId of tenantIds.filter((id) => !present.has(id))) {
      for await (const { pack, closedAt } of driver.list(tenantId)) {
        if (closedAt <= before) await driver.delete(tenantId, pack)
      }
      await driver.forget(tenantId)
    }
  }
}

/**
 * Deletes all packs of a tenant that is being deleted. No row references their bytes any more.
 * @returns false while a backup is running, because it may still reference them
 */
export async function deleteTenantPacks(driver: PackDriver, tenantId: string): Promise<boolean> {
  if (await packsAreHeld()) return false
  for await (const { pack } of driver.list(tenantId)) await driver.delete(tenantId, pack)
  await driver.forget(tenantId)
  return true
}

async function presentAmong(tenantIds: string[]): Promise<Set<string>> {
  const rows: { id: string }[] = await asOperator('packs of tenants that are gone', () =>
    unscoped().from('tenants').whereIn('id', tenantIds).select('id')
  )
  return new Set(rows.map(({ id }) => id))
}

async function* inParts(ids: AsyncIterable<string>): AsyncGenerator<string[]> {
  let part: string[] = []
  for await (const id of ids) {
    part.push(id)
    if (part.length < tenantsPerQuery) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
