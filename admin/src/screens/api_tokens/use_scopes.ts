import { usePermissions, useRead } from '@crossdock/admin/kit'
import { useMemo } from 'react'

interface DeclaredPermission {
  name: string
  description: string
  domain: string
}

/** A permission that the person may give to a token. */
export interface Scope {
  name: string
  description: string | null
  domain: string
}

/**
 * The permissions of the signed-in person by domain. Descriptions come from the list of permissions.
 * Without access to that list, only the names are shown.
 */
export function useScopes(): Scope[] {
  const { permissions } = usePermissions()
  const { data } = useRead<DeclaredPermission[]>('permissions')
  return useMemo(() => {
    const declared = new Map(data?.map((permission) => [permission.name, permission]))
    return [...permissions].sort().map((name) => ({
      name,
      description: declared.get(name)?.description ?? null,
      domain: declared.get(name)?.domain ?? name.split('.')[0] ?? name,
    }))
  }, [permissions, data])
}

/** The scopes whose name or description contains a text. */
export function matching(scopes: readonly Scope[], search: string): Scope[] {
  const wanted = search.trim().toLowerCase()
  return scopes.filter(({ name, description }) =>
    `${name} ${description ?? ''}`.toLowerCase().includes(wanted)
  )
}

/** Groups scopes by domain, in their order. */
export function groupByDomain(scopes: readonly Scope[]): [domain: string, scopes: Scope[]][] {
  const groups = new Map<string, Scope[]>()
  for (const scope of scopes) {
    groups.set(scope.domain, [...(groups.get(scope.domain) ?? []), scope])
  }
  return [...groups]
}
