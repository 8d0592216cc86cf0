import { useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { builtInRoles } from './model.js'

interface KnownRole {
  key: string
  name: string
  description: string | null
}

interface Roles {
  choices: { id: string; name: string }[]
  /** The displayed name of a role. */
  nameOf: (role: string) => string
  /** What people with a role can do; undefined when the roles may not be read. */
  aboutOf: (role: string) => string | undefined
}

/** The roles: the built-in ones first, then the organization's own, if they may be read. */
export function useRoles(): Roles {
  const translate = useTranslate()
  const { data } = useRead<KnownRole[]>('roles', { query: { range: '[0,199]' } })
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const role of builtInRoles) names.set(role, translate(`users.role.${role}`))
    for (const { key, name } of data ?? []) if (!names.has(key)) names.set(key, name)
    return {
      choices: [...names].map(([id, name]) => ({ id, name })),
      nameOf: (role) => names.get(role) ?? role,
      aboutOf: (role) => data?.find(({ key }) => key === role)?.description ?? undefined,
    }
  }, [data, translate])
}
