import { clock } from '@crossdock/kernel/database'
import { Cache } from '@crossdock/kernel/cache'
import { pluginHost } from '@crossdock/kernel/plugin'
import { inTenant, peekContext } from '@crossdock/kernel/tenancy'
import { roleSources, type RoleOfTenant, type Roles } from './contracts/index.js'

const none: ReadonlySet<string> = new Set()

/** Fallback for missing events: manual changes in the database become visible after this long. */
const freshMs = 3_000

/** Permissions of custom roles, by tenant and name. */
const ofTenants = new Cache<ReadonlySet<string> | null>({
  async load(key) {
    const { tenantId, role } = parseKey(key)
    return inTenant(tenantId, async () => {
      for (const [, source] of roleSources.entries()) {
        const permissions = await source.permissionsOf(role)
        if (permissions) return new Set(permissions)
      }
      return null
    })
  },
  // Unknown names are not cached: their number is unlimited.
  until: (permissions) => (permissions ? clock.now() + freshMs : 0),
  drop({ targetType, targetId, tenantId }) {
    if (targetType === 'tenant') return (_, key) => parseKey(key).tenantId === targetId
    if (targetType !== 'role') return undefined
    return (_, key) => tenantId === null || parseKey(key).tenantId === tenantId
  },
})

const keyOf = (tenantId: string, role: string) => `${tenantId}/${role}`

function parseKey(key: string) {
  const end = key.indexOf('/')
  return { tenantId: key.slice(0, end), role: key.slice(end + 1) }
}

/** Computes each built-in role's permissions once: an admin has all, the others have those that name them. */
export function declaredRoles(): Roles {
  let declared: Map<string, Set<string>> | undefined
  const builtInOf = (role: string) => (declared ??= computeBuiltInRoles()).get(role)
  const find = async ({ tenantId, role }: RoleOfTenant) =>
    builtInOf(role) ?? (tenantId ? ofTenants.get(keyOf(tenantId, role)) : null)
  return {
    permissionsOf: async (role) => (await find(role)) ?? none,
    isKnown: async (role) => {
      if (builtInOf(role.role)) return true
      const isFound = (await find(role)) !== null
      return isFound && peekContext()?.trx ? lockRole(role) : isFound
    },
  }
}

/** Locks a role that was found until the transaction ends, so that it can be given to a person. */
async function lockRole({ tenantId, role }: RoleOfTenant): Promise<boolean> {
  if (!tenantId) return true
  return inTenant(tenantId, async () => {
    for (const [, source] of roleSources.entries()) {
      if ((await source.permissionsOf(role)) === null) continue
      return source.hold ? source.hold(role) : true
    }
    return false
  })
}

function computeBuiltInRoles(): Map<string, Set<string>> {
  const { permissions } = pluginHost.use()
  const found = new Map([['admin', new Set(permissions.map(({ name }) => name))]])
  for (const { name, roles } of permissions) {
    for (const role of roles) found.set(role, (found.get(role) ?? new Set()).add(name))
  }
  return found
}
