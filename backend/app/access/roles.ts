import { clock } from '@crossdock/kernel/database'
import { Cache } from '@crossdock/kernel/cache'
import { pluginHost } from '@crossdock/kernel/plugin'
import { inTenant, peekContext } from '@crossdock/kernel/tenancy'
import { roleSources, type RoleOfTenant, type Roles } from './contracts/index.js'

const none: ReadonlySet<string> = new Set()

/** The net under the events: what was changed by hand is found out about after this long. */
const freshMs = 3_000

/** What roles beside the built-in ones may do, by tenant and name. */
const ofTenants = new Cache<ReadonlySet<string> | null>({
  async load(key) {
    const { tenantId, role } = fromKey(key)
    return inTenant(tenantId, async () => {
      for (const [, source] of roleSources.entries()) {
        const permissions = await source.permissionsOf(role)
        if (permissions) return new Set(permissions)
      }
      return null
    })
  },
  // Names nobody has given a role are not kept: there is no end to them.
  until: (permissions) => (permissions ? clock.now() + freshMs : 0),
  drop({ targetType, targetId, tenantId }) {
    if (targetType === 'tenant') return (_, key) => fromKey(key).tenantId === targetId
    if (targetType !== 'role') return undefined
    return (_, key) => tenantId === null || fromKey(key).tenantId === tenantId
  },
})

const keyOf = (tenantId: string, role: string) => `${tenantId}/${role}`

function fromKey(key: string) {
  const end = key.indexOf('/')
  return { tenantId: key.slice(0, end), role: key.slice(end + 1) }
}

/** Computes each built-in role's set once: an admin holds everything, the others what names them. */
export function declaredRoles(): Roles {
  let declared: Map<string, Set<string>> | undefined
  const builtInOf = (role: string) => (declared ??= builtIn()).get(role)
  const find = async ({ tenantId, role }: RoleOfTenant) =>
    builtInOf(role) ?? (tenantId ? ofTenants.get(keyOf(tenantId, role)) : null)
  return {
    permissionsOf: async (role) => (await find(role)) ?? none,
    isKnown: async (role) => {
      if (builtInOf(role.role)) return true
      const isFound = (await find(role)) !== null
      return isFound && peekContext()?.trx ? stays(role) : isFound
    },
  }
}

/** Whether a role that was found stays until the transaction ends: who is given it is to hold it. */
async function stays({ tenantId, role }: RoleOfTenant): Promise<boolean> {
  if (!tenantId) return true
  return inTenant(tenantId, async () => {
    for (const [, source] of roleSources.entries()) {
      if ((await source.permissionsOf(role)) === null) continue
      return source.hold ? source.hold(role) : true
    }
    return false
  })
}

function builtIn(): Map<string, Set<string>> {
  const { permissions } = pluginHost.use()
  const found = new Map([['admin', new Set(permissions.map(({ name }) => name))]])
  for (const { name, roles } of permissions) {
    for (const role of roles) found.set(role, (found.get(role) ?? new Set()).add(name))
  }
  return found
}
