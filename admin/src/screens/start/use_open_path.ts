import { isVisible, usePermissions } from '@crossdock/admin/kit'
import { useCallback } from 'react'
import { useRegistry } from '../../registry/context.js'

/** Returns a path if this console has a screen for it and this person may open it. */
export function useOpenPath(): (path: string) => string | undefined {
  const { routes, resources } = useRegistry()
  const who = usePermissions()
  return useCallback(
    (path) => {
      const screens = [...routes, ...resources.map((one) => ({ ...one, path: `/${one.name}` }))]
      const screen = screens.find((one) => one.path === path || one.path === `${path}/*`)
      return screen && isVisible(screen, who) ? path : undefined
    },
    [routes, resources, who]
  )
}
