import { builtInRoles } from '@crossdock/backend/users'
import type { Reader } from '@crossdock/kernel/http'
import type { Text } from '@crossdock/kernel/ground'
import { pluginHost, type Permission } from '@crossdock/kernel/plugin'

// Permission descriptions have no placeholders, so braces stay as they are.
const toText = (template: string): Text => ({ template, params: {} })

/** Every permission of every domain and plugin, in their order, in the reader's language. */
export function describePermissions(reader: Reader) {
  return pluginHost.use().plugins.flatMap(({ name: domain, permissions = [] }) =>
    permissions.map((permission) => ({
      name: permission.name,
      description: reader.say(toText(permission.description)),
      domain,
      roles: builtInRolesWith(permission),
    }))
  )
}

const builtInRolesWith = ({ roles }: Permission): string[] =>
  builtInRoles.filter((role) => role === 'admin' || roles.includes(role))
