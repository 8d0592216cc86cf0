import type {
  ConsoleMenuEntry,
  ConsolePlugin,
  ConsoleRoute,
  DashboardBlock,
  Messages,
  Permissions,
  Visibility,
} from '@crossdock/admin/kit'
import type { ResourceProps } from 'ra-core'

export type MenuSection = NonNullable<ConsoleMenuEntry['section']>

/** Everything the console shows, put together from the core's screens and the plugins. */
export interface Registry {
  routes: ConsoleRoute[]
  menu: ConsoleMenuEntry[]
  resources: ResourceProps[]
  dashboardBlocks: DashboardBlock[]
  messagesOf: (locale: string) => Messages[]
}

const byOrder = (a: { order?: number }, b: { order?: number }) =>
  (a.order ?? 100) - (b.order ?? 100)

/** Merge plugins into one registry; two plugins with one id or one path are refused by name. */
export function createRegistry(plugins: readonly ConsolePlugin[]): Registry {
  const owners = new Map<string, string>()
  const claim = (what: string, plugin: ConsolePlugin) => {
    const owner = owners.get(what)
    if (owner) {
      throw new Error(
        `The console plugin "${plugin.id}" brings ${what}, but "${owner}" already has it.`
      )
    }
    owners.set(what, plugin.id)
  }
  for (const plugin of plugins) {
    claim(`the id "${plugin.id}"`, plugin)
    plugin.routes?.forEach(({ path }) => claim(`the path "${path}"`, plugin))
    plugin.resources?.forEach(({ name }) => claim(`the resource "${name}"`, plugin))
  }

  return {
    routes: plugins.flatMap((plugin) => plugin.routes ?? []),
    menu: plugins.flatMap((plugin) => plugin.menu ?? []).sort(byOrder),
    resources: plugins.flatMap((plugin) => plugin.resources ?? []),
    dashboardBlocks: plugins.flatMap((plugin) => plugin.dashboardBlocks ?? []).sort(byOrder),
    messagesOf: (locale) =>
      plugins.flatMap(({ messages }): Messages[] => {
        const own = messages?.[locale] ?? messages?.en
        return own ? [own] : []
      }),
  }
}

/** Whether somebody with these permissions may see an entry, screen or block. */
export const isVisible = (item: Visibility, who: Permissions): boolean =>
  (!item.superAdminOnly || who.isSuperAdmin) && (!item.permission || who.can(item.permission))
