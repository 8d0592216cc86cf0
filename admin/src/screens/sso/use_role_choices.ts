import type { OauthConfig } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'

export interface RoleChoice {
  id: string
  name: string
}

/** The roles of the organization, and deleted roles that the provider still assigns, so that people can replace them. */
export function useRoleChoices(settings?: OauthConfig['settings']): RoleChoice[] {
  const { data = [] } = useRead<{ key: string; name: string }[]>('roles', {
    query: { range: '[0,199]' },
  })
  const names = new Map(data.map(({ key, name }) => [key, name]))
  const given = [
    'user',
    settings?.defaultRole,
    ...(settings?.roleMapping ?? []).map(({ role }) => role),
  ]
  for (const role of given) if (role && !names.has(role)) names.set(role, role)
  return [...names].map(([id, name]) => ({ id, name }))
}
