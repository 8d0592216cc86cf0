import { pluginHost } from '@crossdock/kernel/plugin'
import type { Roles } from './contracts/index.js'

const none: ReadonlySet<string> = new Set()

/** Computes each role's set once: an admin holds everything, the others what names them. */
export function declaredRoles(): Roles {
  const known = new Map<string, Set<string>>()
  let all: ReadonlySet<string> | undefined
  const compute = () => {
    const { permissions } = pluginHost.use()
    for (const { name, roles } of permissions) {
      for (const role of roles) known.set(role, (known.get(role) ?? new Set()).add(name))
    }
    return new Set(permissions.map(({ name }) => name))
  }
  return {
    permissionsOf(role) {
      all ??= compute()
      return role === 'admin' ? all : (known.get(role) ?? none)
    },
  }
}
