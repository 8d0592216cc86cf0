import type { Tenant } from '@crossdock/client'
import { PAGE_SIZE, type ApiClient } from '../../api/client.js'
import type { Factory } from '../../factory.js'
import { formatBytes } from '../../output/format.js'
import { activeColumn } from '../../records/columns.js'
import { environmentsWithin, reachOf } from './find.js'

const GB = 1024 ** 3

export async function listEnvironments(
  factory: Factory,
  { deleted = false }: { deleted?: boolean }
): Promise<void> {
  const api = await factory.apiWithoutEnvironment()
  const reach = await reachOf(api)
  const environments = await environmentsWithin(api, reach, deleted)
  const ofAll = reach.isSuperAdmin && !reach.tenant
  const tenants = ofAll
    ? await subdomainsOf(
        api,
        environments.map(({ tenantId }) => tenantId)
      )
    : new Map<string, string>()
  await factory.printList(
    environments,
    [
      ...(ofAll
        ? [
            {
              title: 'Tenant',
              text: ({ tenantId }: { tenantId: string }) => tenants.get(tenantId) ?? tenantId,
            },
          ]
        : []),
      { title: 'Name', text: ({ name }) => name },
      { title: 'Called', text: ({ displayName }) => displayName },
      activeColumn(),
      {
        title: 'API calls',
        text: ({ apiCallsUsed, apiCallsPerMonth }) => `${apiCallsUsed} of ${apiCallsPerMonth}`,
        raw: ({ apiCallsUsed, apiCallsPerMonth }) => `${apiCallsUsed}/${apiCallsPerMonth}`,
        align: 'right',
      },
      {
        title: 'Storage',
        text: ({ storageUsedGB, storageQuotaGB }) =>
          `${formatBytes(storageUsedGB * GB)} of ${formatBytes(storageQuotaGB * GB)}`,
        raw: ({ storageUsedGB, storageQuotaGB }) =>
          `${Math.round(storageUsedGB * GB)}/${storageQuotaGB * GB}`,
        align: 'right',
      },
      { title: 'Id', text: ({ id }) => id, onlyPiped: true },
    ],
    deleted ? 'No environments were deleted recently.' : 'No environments.'
  )
}

/** The subdomains of tenants by id. */
async function subdomainsOf(
  api: ApiClient,
  tenantIds: readonly string[]
): Promise<Map<string, string>> {
  const ids = [...new Set(tenantIds)]
  const known = new Map<string, string>()
  for (let at = 0; at < ids.length; at += PAGE_SIZE) {
    const filter = { id: ids.slice(at, at + PAGE_SIZE) }
    for (const { id, subdomain } of await api.all<Tenant>('/api/admin/tenants', { filter })) {
      known.set(id, subdomain)
    }
  }
  return known
}
