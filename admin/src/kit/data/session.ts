import type { Session } from '@crossdock/client'
import { useQuery } from '@tanstack/react-query'
import { useAuthProvider } from 'ra-core'
import type { AuthProvider } from 'ra-core'
import { useMemo } from 'react'

export type { Session }

/** An auth provider that also returns the whole session. */
export interface ConsoleAuthProvider extends AuthProvider {
  /** Asks the server who is signed in; null when the visitor is anonymous. Cached by useSession. */
  loadSession(): Promise<Session | null>
}

export const sessionKey = ['session'] as const

/** The current session: `data` is null when the visitor is anonymous. All callers share one cached query. */
export function useSession() {
  const auth = useAuthProvider<ConsoleAuthProvider>()
  return useQuery<Session | null, Error>({
    queryKey: sessionKey,
    queryFn: () => auth?.loadSession() ?? null,
  })
}

/** Whether a permission list grants a permission. */
export const can = (permissions: readonly string[], permission: string): boolean =>
  permissions.includes(permission)

export interface Permissions {
  isPending: boolean
  isSuperAdmin: boolean
  /** Whether the person is in an organization. A super administrator may not have chosen one. */
  hasTenant: boolean
  permissions: readonly string[]
  can: (permission: string) => boolean
}

/** The permissions of the signed-in person. */
export function usePermissions(): Permissions {
  const { data, isPending } = useSession()
  return useMemo(() => {
    const permissions = data?.permissions ?? []
    return {
      isPending,
      isSuperAdmin: data?.user.isSuperAdmin ?? false,
      hasTenant: Boolean(data?.tenant),
      permissions,
      can: (permission) => can(permissions, permission),
    }
  }, [data, isPending])
}
