import { useQuery } from '@tanstack/react-query'
import { useAuthProvider } from 'ra-core'
import type { AuthProvider } from 'ra-core'

/** The answer of GET /api/auth/me. */
export interface Session {
  user: {
    id: string
    email: string
    firstName: string | null
    lastName: string | null
    role: string
    isSuperAdmin: boolean
    tenantId: string | null
    lastLoginAt: string | null
    createdAt: string
  }
  tenant: { id: string; name: string; subdomain: string; logo: string | null } | null
  permissions: string[]
  /** Public name of the session; every call says which one it was made for. */
  session?: { id: string } | null
}

/** Auth provider that also hands out the whole session. */
export interface ConsoleAuthProvider extends AuthProvider {
  /** Ask the server who is signed in; null for nobody. Cached by useSession. */
  loadSession(): Promise<Session | null>
}

export const sessionKey = ['session'] as const

/** The current session: `data` is null when nobody is signed in. One cached query for everybody. */
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
  permissions: readonly string[]
  can: (permission: string) => boolean
}

/** What the signed-in person may do. */
export function usePermissions(): Permissions {
  const { data, isPending } = useSession()
  const permissions = data?.permissions ?? []
  return {
    isPending,
    isSuperAdmin: data?.user.isSuperAdmin ?? false,
    permissions,
    can: (permission) => can(permissions, permission),
  }
}
