import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ResourceProps } from 'ra-core'
import type { AttentionSource, DashboardBlock, EntityLinks, FirstStep } from './dashboard.js'
import type { Permissions } from './data/session.js'
import type { KindForms } from './schema/kinds.js'
import type {
  AssetAction,
  AssetPanel,
  AssetPreview,
  ConsoleCommand,
  HeaderItem,
  SearchProvider,
} from './slots.js'

/** Who may see a screen, a menu entry or a block. Without any of these: everybody signed in. */
export interface Visibility {
  /** Only to those who hold it; the API refuses by itself. */
  permission?: string
  /** Only to the super administrator. */
  superAdminOnly?: boolean
  /**
   * Whether there is nothing to see without an organization: a super administrator may have chosen none. Left out, what
   * takes a permission needs one.
   */
  needsTenant?: boolean
}

/** Whether a person with these permissions may see it once they are in an organization. */
export const isAllowed = (item: Visibility, who: Permissions): boolean =>
  (!item.superAdminOnly || who.isSuperAdmin) && (!item.permission || who.can(item.permission))

/** Whether there is nothing to see without an organization. */
export const needsTenant = (item: Visibility): boolean =>
  item.needsTenant ?? (item.permission !== undefined && !item.superAdminOnly)

/** Whether a person with these permissions may see an entry, screen, tab or block where they are now. */
export const isVisible = (item: Visibility, who: Permissions): boolean =>
  isAllowed(item, who) && (who.hasTenant || !needsTenant(item))

/** A screen. */
export interface ConsoleRoute extends Visibility {
  /** Absolute path in react-router's syntax: '/flows/:id'. */
  path: string
  /** Made with React.lazy, so that every screen is its own chunk. */
  component: ComponentType
}

/**
 * A resource as react-admin's documentation has them: `<List>`, `<Edit>` and so on at addresses below
 * its name. Components made with React.lazy.
 */
export type ConsoleResource = ResourceProps & Visibility

/** An entry of the rail. */
export interface ConsoleMenuEntry extends Visibility {
  /** The address it leads to. */
  to: string
  /** Message key, or the text itself. */
  label: string
  icon: LucideIcon
  /** The letter that leads there after `g`: taken once. */
  key?: string
  /**
   * main: the product's own five areas; below them groups that fold. automation: what works by itself; sites: what reaches
   * computers and people outside; organization: who may do what; operate: what is looked after, and the place of what
   * names none; system: the super administrator's.
   */
  section?: 'main' | 'automation' | 'sites' | 'organization' | 'operate' | 'system'
  /** Place within the section, smaller first; 100 when left out. */
  order?: number
}

/** A tab of a page that takes tabs, which may belong to another plugin. */
export interface ConsoleTab extends Visibility {
  /** The page: 'integrations'. That of a record hands it over: useRecordContext(). */
  page: string
  /** Also its name in the address: ?tab=workflows. */
  id: string
  /** Message key, or the text itself. */
  label: string
  /** Of the settings: whom it is about. Left out, what takes a permission is about the organization. */
  group?: 'you' | 'organization'
  /** Words the palette finds a section of the settings by beside its label: a message key, or the text itself. */
  keywords?: string
  /** Puts its main button into the page's head with PageActions. */
  component: ComponentType
  /** Place among the page's tabs, smaller first; 100 when left out. */
  order?: number
}

/** The messages of one language, nested by key. */
export interface Messages {
  [key: string]: string | Messages
}

/** How much of a part of the tray is under way. */
export interface TrayState {
  count: number
  /** What needs a look. */
  failed?: number
  /** Grows when the person at this page sets something off: the tray opens by itself for a moment, and stays when something failed. */
  begun?: number
}

/** Something that goes on by itself while people walk through the screens, in the header's tray. */
export interface TrayPart extends Visibility {
  id: string
  /** Stands in the open tray; renders nothing while it has nothing. Made with React.lazy. */
  component: ComponentType
  /** Stands on every screen, renders nothing and tells how much is under way. Made with React.lazy. */
  counter?: ComponentType<{ onState: (state: TrayState) => void }>
  order?: number
}

/** Texts by language: `en`, `de`, `pt-BR`. A function loads a language when it is read: `() => import('./messages.de.js')`. */
export type MessagesByLanguage = Readonly<
  Record<string, Messages | (() => Promise<{ default: Messages }>)>
>

/** The texts of an English catalog in another language: all of its keys, and no other. */
export type Translation<Texts> = {
  [Key in keyof Texts]: Texts[Key] extends string ? string : Translation<Texts[Key]>
}

/** Resources and read paths by what makes them old. */
export type Live = Readonly<Record<string, readonly string[]>>

/** Everything a plugin brings to the console: plain data and lazy components. */
export interface ConsolePlugin {
  /** Its name in the console, taken once. */
  id: string
  resources?: readonly ConsoleResource[]
  routes?: readonly ConsoleRoute[]
  menu?: readonly ConsoleMenuEntry[]
  dashboardBlocks?: readonly DashboardBlock[]
  /** What answers "is anything wrong?" on the dashboard. */
  attention?: readonly AttentionSource[]
  /** Lines of the first day's checklist on the dashboard. */
  firstSteps?: readonly FirstStep[]
  /** Where entries of the activity feed lead, by the type of what they are about. */
  entityLinks?: EntityLinks
  tabs?: readonly ConsoleTab[]
  tray?: readonly TrayPart[]
  /**
   * What to read again when something happens: resources and read paths, each with all below it, by the
   * type of the event (`file_upload`), the beginning of types (`file_*`) or `*` for whatever happens.
   */
  live?: Live
  assetActions?: readonly AssetAction[]
  assetPreviews?: readonly AssetPreview[]
  assetPanels?: readonly AssetPanel[]
  headerItems?: readonly HeaderItem[]
  /** Entries of the menu of the person who is signed in. */
  userMenu?: readonly ConsoleCommand[]
  /** What the command palette offers to do. */
  commands?: readonly ConsoleCommand[]
  /** Where the command palette searches. */
  searchProviders?: readonly SearchProvider[]
  /** English, and what it is in other languages; what a language does not have is English. */
  messages?: MessagesByLanguage
  /**
   * Texts that only its own screens show: they come with the first of them, so that the first load is small. What stands
   * on every screen (menu, commands, links, parts of the dashboard) has its texts in `messages`.
   */
  screenMessages?: MessagesByLanguage
  /**
   * Forms in place of those drawn from schemas, by `<extension point>/<name>`
   * (`flows.stepTypes/api_call`); made with React.lazy.
   */
  forms?: KindForms
}

/** Declare a plugin's part of the console; type-checks it and hands it back. */
export const defineConsolePlugin = (plugin: ConsolePlugin): ConsolePlugin => plugin
