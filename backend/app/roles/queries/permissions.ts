import { builtInRoles } from '@crossdock/backend/users'
import type { Reader, Text } from '@crossdock/kernel/http'
import { pluginHost, type Permission } from '@crossdock/kernel/plugin'

// Braces in it are meant as such.
const written = (template: string): Text => ({ template, params: {} })

/** Whether a domain or plugin that is installed declares a permission. */
export const isDeclared = (name: string): boolean =>
  pluginHost.use().permissions.some((permission) => permission.name === name)

/** Every permission of every domain and plugin, in the order of these, in the reader's language. */
export function describePermissions(reader: Reader) {
  return pluginHost.use().plugins.flatMap(({ name: domain, permissions = [] }) =>
    permissions.map((permission) => ({
      name: permission.name,
      description: reader.say(written(permission.description)),
      domain,
      roles: builtInHolding(permission),
    }))
  )
}

const builtInHolding = ({ roles }: Permission): string[] =>
  builtInRoles.filter((role) => role === 'admin' || roles.includes(role))
