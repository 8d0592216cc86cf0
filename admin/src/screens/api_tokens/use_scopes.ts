import { usePermissions, useRead } from '@crossdock/admin/kit'
import { useMemo } from 'react'

interface DeclaredPermission {
  name: string
  description: string
  domain: string
}

/** A permission somebody may pass on to a token. */
export interface Scope {
  name: string
  description: string | null
  domain: string
}

/**
 * What the person who is signed in holds, by domain. What each means comes from the list of permissions;
 * whoever may not read that sees the names alone.
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

/** Those that hold a text in their name or in what they mean. */
export function matching(scopes: readonly Scope[], search: string): Scope[] {
  const wanted = search.trim().toLowerCase()
  return scopes.filter(({ name, description }) =>
    `${name} ${description ?? ''}`.toLowerCase().includes(wanted)
  )
}

/** Scopes under the domain they belong to, in the order they come. */
export function byDomain(scopes: readonly Scope[]): [domain: string, scopes: Scope[]][] {
  const groups = new Map<string, Scope[]>()
  for (const scope of scopes) {
    groups.set(scope.domain, [...(groups.get(scope.domain) ?? []), scope])
  }
  return [...groups]
}
