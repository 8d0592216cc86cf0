import { preloadAll } from '@crossdock/admin/kit'
import { matchPath } from 'react-router-dom'
import { loadCatalog } from '../i18n/catalog.js'
import type { Registry } from '../registry/registry.js'

/** Loads code and texts of the screen at a path, with the parts of plugins on it, so that everything renders at once. */
export async function preloadScreen(
  registry: Registry,
  pathname: string,
  language: string
): Promise<void> {
  const { routes, attention, dashboardBlocks, screenMessages } = registry
  const path = pathname === '/' ? '/dashboard' : pathname
  const screens = routes.filter((route) => matchPath(route.path, path))
  const parts = path === '/dashboard' ? [...attention, ...dashboardBlocks] : []
  // A part whose code is missing reports this when it renders.
  const texts = screens.some(({ needsOnlyShellTexts }) => !needsOnlyShellTexts)
    ? loadCatalog(screenMessages, language).catch(() => undefined)
    : undefined
  await preloadAll([...screens, ...parts].map(({ component }) => component))
  await texts
}
