import type { Tenant } from '@crossdock/client'
import {
  needsTenant,
  page,
  useAction,
  useApi,
  usePermissions,
  useSession,
} from '@crossdock/admin/kit'
import { useStore, useTranslate } from 'ra-core'
import { matchPath, useLocation } from 'react-router-dom'
import { forgetTenant, keepTenant } from '../../../data/working_tenant.js'
import { useRegistry } from '../../../registry/context.js'

/** An organization as the switcher stores it. */
export type KnownTenant = Pick<Tenant, 'id' | 'name' | 'subdomain'>

const MOST_RECENT = 4
const none: readonly KnownTenant[] = []

/** The recently chosen organizations, newest first; cleared on sign-out. */
export const useRecentTenants = () => useStore<readonly KnownTenant[]>('switcher.recent', none)

/** Enters an organization at an address. The visit appears in the activity of the organization. */
export function useEnter(to: string) {
  const translate = useTranslate()
  const [recent, setRecent] = useRecentTenants()
  const leave = useLeave()
  return useAction<unknown, KnownTenant>(({ id }) => ({ path: `tenants/${id}/enter` }), {
    error: { fallback: translate('tenants.working.enterFailed') },
    onSuccess: async (_answer, { id, name, subdomain }) => {
      const others = recent.filter((one) => one.id !== id)
      setRecent([{ id, name, subdomain }, ...others].slice(0, MOST_RECENT))
      await leave()
      keepTenant(id)
      // A full page load removes all data that was read outside.
      page.open(to)
    },
  })
}

/** Returns a function that leaves the organization and records it. Leaving works even if recording fails. */
export function useLeave(): () => Promise<void> {
  const api = useApi()
  const tenant = useSession().data?.tenant
  return async () => {
    if (tenant) await api.action({ path: `tenants/${tenant.id}/leave` }).catch(() => undefined)
    forgetTenant()
  }
}

/** Returns addresses of the open page in another organization, and outside any organization. */
export function useSamePage(): { inTenant: string; outside: string } {
  const { pathname, search } = useLocation()
  const { menu, routes, resources } = useRegistry()
  const { hasTenant } = usePermissions()
  const screens = [...routes, ...resources.map((one) => ({ ...one, path: `/${one.name}/*` }))]
  const screen = screens.find(({ path }) => matchPath(path, pathname))
  if (!screen || screen.superAdminOnly) return { inTenant: '/dashboard', outside: pathname }
  if (!hasTenant) return { inTenant: pathname + search, outside: pathname }
  // An open object (a file, a run) belongs to the current organization. Elsewhere, its list opens instead.
  const entries = menu
    .map(({ to }) => to)
    .filter((to) => matchPath({ path: to, end: false }, pathname))
  const entry = entries.sort((one, other) => other.length - one.length)[0] ?? '/dashboard'
  const tab = new URLSearchParams(search).get('tab')
  const inTenant = tab && entry === pathname ? `${entry}?tab=${encodeURIComponent(tab)}` : entry
  return { inTenant, outside: needsTenant(screen) ? '/dashboard' : pathname }
}
