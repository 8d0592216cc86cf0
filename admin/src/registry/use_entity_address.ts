import type { ActivityEntry } from '@crossdock/client'
import { isVisible, usePermissions } from '@crossdock/admin/kit'
import { useCallback } from 'react'
import { matchPath } from 'react-router-dom'
import { useRegistry } from './context.js'

/**
 * Where an entry of the feed leads, by the plugin whose kind of thing it is about; undefined where there is no such
 * screen, or none that this person may open.
 */
export function useEntityAddress(): (entry: ActivityEntry) => string | undefined {
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
