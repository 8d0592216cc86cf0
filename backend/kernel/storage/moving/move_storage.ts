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
 * Moves the content of a tenant, or of all, out of the former storage, and tells how far it has come.
 * @returns what is left to do, for the operator @throws Problem 404, or when packs are missing
 */
export async function moveStorage(
  named: string | undefined,
  tell: (line: string) => void
): Promise<string> {
  let [lying, stays, absent] = [0, 0, 0]
  for (const tenant of await tenantsOf(named)) {
    const left = await moveTenant(tenant, tell)
    lying += left.packs
    stays += left.stays
    absent += await contentStore.use().compaction.countAbsent(tenant.id)
  }
  // A storage that is not mounted is as empty as one that was left.
  if (absent > 0) throw nowhere(absent)
  if (!settings.use().STORAGE_FROM_URL)
    return 'STORAGE_FROM_URL is not set: there is nothing to move.'
  if (lying === 0)
    return 'Nothing is in STORAGE_FROM_URL. Remove the variable from .env, and start again.'
  if (stays > 0) {
    return `${stays} bytes stay in STORAGE_FROM_URL. Where there is too little room in STORAGE_URL, make some; the log names those that are damaged: upload their files again, or restore the packs. Then move once more.`
  }
  return 'All of it lies in STORAGE_URL now. What was copied is deleted in STORAGE_FROM_URL about a day later: keep the variable until this command finds nothing there any more.'
}

const nowhere = (packs: number) =>
  new Problem(
    409,
    'E_PACKS_MISSING',
    text(
      'Packs that are in neither storage: {packs}. Is STORAGE_FROM_URL right, and mounted? Keep the variable, restore what is lost, and move once more.',
      { packs }
    )
  )

async function moveTenant({ id, subdomain }: Tenant, tell: (line: string) => void) {
  const sum = { packs: 0, moved: 0, stays: 0 }
  for await (const { moved, stays } of contentStore.use().compaction.leaveFormer(id)) {
    sum.packs++
    sum.moved += moved - stays
    sum.stays += stays
    if (moved > 0) tell(`${subdomain}: ${sum.packs} packs, ${sum.moved} bytes moved`)
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
