import { unscoped } from '../../database/index.js'
import { notFound, Problem } from '../../ground/problem.js'
import { text } from '../../ground/text.js'
import { settings } from '../../settings/index.js'
import { asOperator } from '../../tenancy/index.js'
import { contentStore } from '../service.js'

interface Tenant {
  id: string
  subdomain: string
}

/**
 * Moves the content of one tenant, or of all, out of the former storage, and reports progress.
 * @returns the remaining steps, for the operator
 * @throws Problem 404, or when packs are missing
 */
export async function moveStorage(
  named: string | undefined,
  log: (line: string) => void
): Promise<string> {
  let [remaining, stays, absent] = [0, 0, 0]
  for (const tenant of await tenantsOf(named)) {
    const left = await moveTenant(tenant, log)
    remaining += left.packs
    stays += left.stays
    absent += await contentStore.use().compaction.countAbsent(tenant.id)
  }
  // An unmounted storage looks empty, like one whose content has moved.
  if (absent > 0) throw packsMissing(absent)
  if (!settings.use().STORAGE_FROM_URL)
    return 'STORAGE_FROM_URL is not set: there is nothing to move.'
  if (remaining === 0)
    return 'STORAGE_FROM_URL is empty. Remove the variable from .env, and start again.'
  if (stays > 0) {
    return `${stays} bytes stay in STORAGE_FROM_URL. If STORAGE_URL is full, free up space. If the log names damaged chunks, upload their files again or restore the packs. Then run this command again.`
  }
  return 'All content is in STORAGE_URL now. The copied content is deleted from STORAGE_FROM_URL about a day later. Keep the variable until this command finds nothing there.'
}

const packsMissing = (packs: number) =>
  new Problem(
    409,
    'E_PACKS_MISSING',
    text(
      'Packs that are in neither storage: {packs}. Check that STORAGE_FROM_URL is right and mounted. Keep the variable, restore the lost packs, and run this command again.',
      { packs }
    )
  )

async function moveTenant({ id, subdomain }: Tenant, log: (line: string) => void) {
  const sum = { packs: 0, moved: 0, stays: 0 }
  for await (const { moved, stays } of contentStore.use().compaction.moveFormer(id)) {
    sum.packs++
    sum.moved += moved - stays
    sum.stays += stays
    if (moved > 0) log(`${subdomain}: ${sum.packs} packs, ${sum.moved} bytes moved`)
  }
  return sum
}

function tenantsOf(named: string | undefined): Promise<Tenant[]> {
  return asOperator('move the content of tenants', async () => {
    const tenants = unscoped().from('tenants').select('id', 'subdomain').orderBy('id')
    if (named === undefined) return (await tenants) as Tenant[]
    const found: Tenant[] = await tenants.where('id', named).orWhere('subdomain', named).limit(1)
    if (found.length === 0)
      throw notFound('There is no tenant with the id or subdomain "{id}".', named)
    return found
  })
}
