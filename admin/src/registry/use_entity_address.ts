import type { ActivityEntry } from '@crossdock/client'
import { isVisible, usePermissions } from '@crossdock/admin/kit'
import { useCallback } from 'react'
import { matchPath } from 'react-router-dom'
import { useRegistry } from './context.js'

type Entry = Omit<ActivityEntry, 'count' | 'lastAt'>

/**
 * Returns the address of an activity entry's object, from the plugin that owns its type. Undefined when there is
 * no screen for it, or the person may not open it.
 */
export function useEntityAddress(): (entry: Entry) => string | undefined {
  const { entityLinks, routes, resources } = useRegistry()
  const who = usePermissions()
  return useCallback(
    ({ entityType, entityId, metadata }) => {
      if (!entityType || !entityId) return undefined
      const eventType = String(metadata?.eventType ?? '')
      const to = entityLinks[entityType]?.({ id: entityId, eventType, metadata })
      const [pathname = ''] = (to ?? '').split('?')
      const screens = [...routes, ...resources.map((one) => ({ ...one, path: `/${one.name}/*` }))]
      const screen = screens.find(({ path }) => matchPath(path, pathname))
      return screen && isVisible(screen, who) ? to : undefined
    },
    [entityLinks, routes, resources, who]
  )
}
