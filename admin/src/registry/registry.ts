import type {
  ConsoleMenuEntry,
  ConsolePlugin,
  ConsoleResource,
  ConsoleRoute,
  ConsoleTab,
  DashboardBlock,
  KindForms,
  Messages,
} from '@crossdock/admin/kit'

export type MenuSection = NonNullable<ConsoleMenuEntry['section']>

/** Everything the console shows, put together from the core's screens and the plugins. */
export interface Registry {
  routes: ConsoleRoute[]
  menu: ConsoleMenuEntry[]
  resources: ConsoleResource[]
  dashboardBlocks: DashboardBlock[]
  tabs: ConsoleTab[]
  forms: KindForms
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
    plugin.tabs?.forEach(({ page, id }) => claim(`the tab "${id}" of the page "${page}"`, plugin))
    Object.keys(plugin.forms ?? {}).forEach((kind) => claim(`the form of "${kind}"`, plugin))
    plugin.resources?.forEach(({ name }) => claim(`the path "/${name}"`, plugin))
  }

  return {
    routes: plugins.flatMap((plugin) => plugin.routes ?? []),
    menu: plugins.flatMap((plugin) => plugin.menu ?? []).sort(byOrder),
    resources: plugins.flatMap((plugin) => plugin.resources ?? []),
    dashboardBlocks: plugins.flatMap((plugin) => plugin.dashboardBlocks ?? []).sort(byOrder),
    tabs: plugins.flatMap((plugin) => plugin.tabs ?? []).sort(byOrder),
    forms: Object.assign({}, ...plugins.map(({ forms }) => forms ?? {})) as KindForms,
    messagesOf: (locale) =>
      plugins.flatMap(({ messages }): Messages[] => {
        const own = messages?.[locale] ?? messages?.en
        return own ? [own] : []
      }),
  }
}
