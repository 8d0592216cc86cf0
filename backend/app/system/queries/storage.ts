import { tenantFigures } from '@crossdock/backend/tenants'
import { listSchedules } from '@crossdock/kernel/jobs'
import { settings } from '@crossdock/kernel/settings'
import { contentStore, countDamaged, giveBackNightly, scrubWeekly } from '@crossdock/kernel/storage'

/** Where content is stored, and the state of that storage. In operator scope. */
export async function storageFacts() {
  const { freeBytes } = await contentStore.use().check()
  const ofTenants = await tenantFigures.get('storageBytes')?.()
  const begun = new Map((await listSchedules()).map(({ name, lastAt }) => [name, lastAt]))
  const lastOf = (name: string) => {
    const at = begun.get(name)
    return at ? new Date(at).toISOString() : null
  }
  return {
    kind: settings.use().STORAGE_URL ? ('s3' as const) : ('disk' as const),
    bytes: [...(ofTenants?.values() ?? [])].reduce((sum, bytes) => sum + bytes, 0),
    freeBytes: Number.isFinite(freeBytes) ? freeBytes : null,
    damagedParts: await countDamaged(),
    verifiedAt: lastOf(scrubWeekly.name),
    givenBackAt: lastOf(giveBackNightly.name),
  }
}
