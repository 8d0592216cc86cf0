import { preloadAll } from '@crossdock/admin/kit'
import { matchPath } from 'react-router-dom'
import { loadCatalog } from '../i18n/catalog.js'
import type { Registry } from '../registry/registry.js'

/** Fetches code and texts of the screen at a path, and of what plugins put into it, so that all of it is drawn at once. */
export async function preloadScreen(
  registry: Registry,
  pathname: string,
  language: string
): Promise<void> {
  const { routes, attention, dashboardBlocks, screenMessages } = registry
  const path = pathname === '/' ? '/dashboard' : pathname
  const screens = routes.filter((route) => matchPath(route.path, path))
  const parts = path === '/dashboard' ? [...attention, ...dashboardBlocks] : []
  // What cannot be had says so once it is drawn.
  const texts = screens.some(({ hasTexts }) => hasTexts)
    ? loadCatalog(screenMessages, language).catch(() => undefined)
    : undefined
  await preloadAll([...screens, ...parts].map(({ component }) => component))
  await texts
}
