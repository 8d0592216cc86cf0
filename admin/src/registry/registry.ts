import type {
  ConsoleMenuEntry,
  ConsolePlugin,
  ConsoleResource,
  ConsoleRoute,
  ConsoleTab,
  EntityLinks,
  KindForms,
  Live,
  TrayPart,
  MessagesByLanguage,
} from '@crossdock/admin/kit'
import { screenMessages as hostScreenMessages } from '../i18n/host.js'

export type MenuSection = NonNullable<ConsoleMenuEntry['section']>

/** The sections of the menu from top to bottom. */
export const menuSections: MenuSection[] = [
  'main',
  'automation',
  'sites',
  'organization',
  'operate',
  'system',
]

/** Slots whose entries have an id, and their name in the error for duplicate ids. */
const slots = {
  dashboardBlocks: 'dashboard block',
  attention: 'source of problems',
  firstSteps: 'first step',
  assetActions: 'asset action',
  assetPreviews: 'asset preview',
  assetPanels: 'asset panel',
  headerItems: 'header item',
  userMenu: 'entry of the user menu',
  commands: 'command',
  searchProviders: 'search provider',
} as const

type Slot = keyof typeof slots
type Slots = { [Name in Slot]: NonNullable<ConsolePlugin[Name]> }

/** Everything the console shows, combined from the core's screens and the plugins. */
export interface Registry extends Slots {
  routes: ConsoleRoute[]
  menu: ConsoleMenuEntry[]
  resources: ConsoleResource[]
  tabs: ConsoleTab[]
  forms: KindForms
  live: readonly Live[]
  entityLinks: EntityLinks
  tray: TrayPart[]
  messages: readonly MessagesByLanguage[]
  screenMessages: readonly MessagesByLanguage[]
}

/** Sorts by order; 100 by default. */
export const byOrder = (a: { order?: number }, b: { order?: number }) =>
  (a.order ?? 100) - (b.order ?? 100)

/** The section of a menu entry; `operate` if it names none or an unknown one. */
export const sectionOf = ({ section }: ConsoleMenuEntry): MenuSection =>
  section && menuSections.includes(section) ? section : 'operate'

/** Sorts entries as in the menu: by section, then by order. */
const bySection = (a: ConsoleMenuEntry, b: ConsoleMenuEntry) =>
  menuSections.indexOf(sectionOf(a)) - menuSections.indexOf(sectionOf(b)) || byOrder(a, b)

const slotNames = Object.keys(slots) as Slot[]

/** Merges plugins into one registry. Duplicate plugin ids and paths throw an error that names them. */
export function createRegistry(plugins: readonly ConsolePlugin[]): Registry {
  const owners = new Map<string, string>()
  const claim = (what: string, plugin: ConsolePlugin) => {
    const owner = owners.get(what)
    if (owner) {
      throw new Error(
        `The console plugin "${plugin.id}" adds ${what}, but "${owner}" already has it.`
      )
    }
    owners.set(what, plugin.id)
  }
  for (const plugin of plugins) {
    claim(`the id "${plugin.id}"`, plugin)
    plugin.routes?.forEach(({ path }) => claim(`the path "${path}"`, plugin))
    plugin.tabs?.forEach(({ page, id }) => claim(`the tab "${id}" of the page "${page}"`, plugin))
    Object.keys(plugin.forms ?? {}).forEach((kind) => claim(`the form of "${kind}"`, plugin))
    plugin.tray?.forEach(({ id }) => claim(`the part "${id}" of the tray`, plugin))
    Object.keys(plugin.entityLinks ?? {}).forEach((type) => claim(`the links of "${type}"`, plugin))
    plugin.menu?.forEach(({ key }) => key && claim(`the keys "g ${key}"`, plugin))
    plugin.resources?.forEach(({ name }) => claim(`the path "/${name}"`, plugin))
    for (const slot of slotNames) {
      plugin[slot]?.forEach(({ id }) => claim(`the ${slots[slot]} "${id}"`, plugin))
    }
  }

  const inOrder = (slot: Slot) =>
    plugins.flatMap((plugin): readonly { order?: number }[] => plugin[slot] ?? []).sort(byOrder)
  return {
    ...(Object.fromEntries(slotNames.map((slot) => [slot, inOrder(slot)])) as unknown as Slots),
    routes: plugins.flatMap(({ routes = [] }) => routes),
    menu: plugins.flatMap((plugin) => plugin.menu ?? []).sort(bySection),
    resources: plugins.flatMap((plugin) => plugin.resources ?? []),
    tabs: plugins.flatMap((plugin) => plugin.tabs ?? []).sort(byOrder),
    forms: Object.assign({}, ...plugins.map(({ forms }) => forms ?? {})) as KindForms,
    entityLinks: Object.assign(
      {},
      ...plugins.map(({ entityLinks }) => entityLinks ?? {})
    ) as EntityLinks,
    live: plugins.flatMap(({ live }) => (live ? [live] : [])),
    tray: plugins.flatMap((plugin) => plugin.tray ?? []).sort(byOrder),
    messages: plugins.flatMap(({ messages }) => (messages ? [messages] : [])),
    screenMessages: [
      hostScreenMessages,
      ...plugins.flatMap(({ screenMessages }) => (screenMessages ? [screenMessages] : [])),
    ],
  }
}
