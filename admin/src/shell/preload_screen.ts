import { preloadAll } from '@crossdock/admin/kit'
import { matchPath } from 'react-router-dom'
import type { Registry } from '../registry/registry.js'

/** Fetches the code of the screen at a path, and of what plugins put into it, so that all of it is drawn at once. */
export async function preloadScreen(registry: Registry, pathname: string): Promise<void> {
  const { routes, attention, dashboardBlocks } = registry
  const path = pathname === '/' ? '/dashboard' : pathname
  const screens = routes.filter((route) => matchPath(route.path, path))
  const parts = path === '/dashboard' ? [...attention, ...dashboardBlocks] : []
  await preloadAll([...screens, ...parts].map(({ component }) => component))
}
