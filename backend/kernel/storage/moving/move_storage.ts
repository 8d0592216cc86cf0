import { unscoped } from '../../database/index.js'
import { notFound } from '../../ground/problem.js'
import { asOperator } from '../../tenancy/index.js'
import { contentStore } from '../service.js'

interface Tenant {
  id: string
  subdomain: string
}

/**
 * Moves the content of a tenant, or of all, out of the former storage, and tells how far it has come.
 * @returns what is left to do, for the operator @throws Problem 404
 */
export async function moveStorage(
  named: string | undefined,
  tell: (line: string) => void
): Promise<string> {
  let [lying, stays] = [0, 0]
  for (const tenant of await tenantsOf(named)) {
    const left = await moveTenant(tenant, tell)
    lying += left.packs
    stays += left.stays
  }
  if (lying === 0) return 'Nothing lies in STORAGE_FROM_URL any more.'
  if (stays > 0) {
    return `${stays} bytes stay in STORAGE_FROM_URL: the log names those that are damaged. Upload their files again, or restore the packs, and move once more.`
  }
  return 'All of it lies in STORAGE_URL now. What was copied is deleted in STORAGE_FROM_URL about a day later: keep the variable until this command finds nothing there any more.'
}

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
