import type { ConsoleResource } from '@crossdock/admin/kit'
import { isValidElement, type ComponentType } from 'react'
import { GuardedScreen } from './GuardedScreen.js'

const views = ['list', 'edit', 'create', 'show'] as const

/** Returns the resource with views that show Access Denied to people without permission. */
export function guardedResource(resource: ConsoleResource): ConsoleResource {
  const { permission, superAdminOnly, needsTenant } = resource
  if (!permission && !superAdminOnly && !needsTenant) return resource
  const guarded = { ...resource }
  for (const view of views) {
    const given = resource[view]
    if (!given) continue
    const component = isValidElement(given) ? () => given : (given as ComponentType)
    guarded[view] = () => (
      <GuardedScreen route={{ path: '', component, permission, superAdminOnly, needsTenant }} />
    )
  }
  return guarded
}
