import { useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { builtInRoles } from './model.js'

interface KnownRole {
  key: string
  name: string
}

interface Roles {
  choices: { id: string; name: string }[]
  /** What people call a role. */
  nameOf: (role: string) => string
}

/** The roles there are: those of every organization first, then its own, where they may be read. */
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
    }
  }, [data, translate])
}
