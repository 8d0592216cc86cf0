import { clock } from '../../ground/clock.js'
import { unscoped } from '../../database/index.js'
import { asOperator } from '../../tenancy/index.js'
import type { PackDriver } from '../pack_driver.js'
import { packsAreHeld } from './holds.js'

const tenantsPerQuestion = 200

/** An operator who takes an older copy of the database back has so long to find out that newer tenants are missing. */
const keptMs = 7 * 24 * 60 * 60_000

/**
 * Deletes the packs of tenants that are not there any more. Whoever has packs was there before: they are asked for only
 * when their packs were seen.
 */
export async function deleteGoneTenants(driver: PackDriver, kept: number = keptMs): Promise<void> {
  if (await packsAreHeld()) return
  const before = clock.now() - kept
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
 * Deletes all packs of a tenant that is being deleted: nothing names what lies in them any more.
 * @returns false while a backup is under way, which may still name it
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
    if (part.length < tenantsPerQuestion) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
