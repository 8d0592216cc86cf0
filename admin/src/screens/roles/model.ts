import type { Permission, Role } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** The permissions of one domain or plugin. */
export interface Group {
  domain: string
  label: string
  permissions: Permission[]
}

/** Every role, built-in ones first, and every permission, by domain. */
export function useRoles() {
  // More than an organization can have.
  const roles = useRead<Role[]>('roles', { query: { range: '[0,999]', sort: '["name","ASC"]' } })
  const permissions = useRead<Permission[]>('permissions')
  const error = roles.error ?? permissions.error
  const retry = () => void Promise.all([roles.refetch(), permissions.refetch()])
  const isLoaded = roles.data && permissions.data
  return {
    loaded: isLoaded ? { roles: sortRoles(roles.data), permissions: permissions.data } : undefined,
    error,
    retry,
  }
}

const builtIn = ['admin', 'editor', 'viewer', 'user']

/** Built-in roles from most to fewest permissions, then the organization's own by name. */
function sortRoles(roles: readonly Role[]): Role[] {
  const place = ({ key, isBuiltIn }: Role) => (isBuiltIn ? builtIn.indexOf(key) : builtIn.length)
  return [...roles].sort((one, other) => place(one) - place(other))
}

/** Groups permissions by the domain that declares them. Permissions that no installed plugin declares come last. */
export function useGroups(permissions: readonly Permission[], unknown: readonly string[]): Group[] {
  const translate = useTranslate()
  const groups = new Map<string, Group>()
  for (const permission of permissions) {
    const { domain } = permission
    const label = translate(`roles.domain.${domain}`, { _: capital(domain) })
    const group = groups.get(domain) ?? { domain, label, permissions: [] }
    group.permissions.push(permission)
    groups.set(domain, group)
  }
  const lost = [...new Set(unknown)].sort().map((name) => ({
    name,
    domain: '',
    roles: [],
    description: translate('roles.unknown'),
  }))
  const gone = { domain: '', label: translate('roles.unknownGroup'), permissions: lost }
  return [...groups.values(), ...(lost.length > 0 ? [gone] : [])]
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** The address of the people with a role. */
export const holdersPath = ({ key }: Pick<Role, 'key'>): string =>
  `/users?${new URLSearchParams({ filter: JSON.stringify({ role: key }) }).toString()}`
