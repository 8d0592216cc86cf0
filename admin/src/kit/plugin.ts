import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ResourceProps } from 'ra-core'
import type { AttentionSource, DashboardBlock, EntityLinks, FirstStep } from './dashboard.js'
import type { KindForms } from './schema/kinds.js'
import type {
  AssetAction,
  AssetPanel,
  AssetPreview,
  ConsoleCommand,
  HeaderItem,
  SearchProvider,
} from './slots.js'
import type { Visibility } from './visibility.js'

/** A screen. */
export interface ConsoleRoute extends Visibility {
  /** Absolute path in react-router's syntax: '/flows/:id'. */
  path: string
  /** Created with React.lazy, so that every screen is its own chunk. */
  component: ComponentType
  /** Whether the screen shows only texts of the first load, so that it need not wait for the texts of the screens. */
  needsOnlyShellTexts?: boolean
}

/**
 * A resource as in react-admin's documentation: `<List>`, `<Edit>` and so on at addresses below
 * its name. Components are created with React.lazy.
 */
export type ConsoleResource = ResourceProps & Visibility

/** An entry of the navigation rail. */
export interface ConsoleMenuEntry extends Visibility {
  /** The address that the entry opens. */
  to: string
  /** Message key or text. */
  label: string
  icon: LucideIcon
  /** The letter that opens the entry after `g`; unique. */
  key?: string
  /**
   * main: the five areas of the product, which never fold. automation: what runs automatically; sites: what reaches
   * computers and people outside; organization: people and permissions; operate: maintenance, and the default; system:
   * for the super administrator.
   */
  section?: 'main' | 'automation' | 'sites' | 'organization' | 'operate' | 'system'
  /** Place within the section, smaller first; 100 by default. */
  order?: number
}

/** A tab of a tabbed page, which may belong to another plugin. */
export interface ConsoleTab extends Visibility {
  /** The page: 'integrations'. Tabs of a record page read the record with useRecordContext(). */
  page: string
  /** Also the tab's name in the address: ?tab=workflows. */
  id: string
  /** Message key or text. */
  label: string
  /** For settings: whom the section is about. By default, a tab with a permission is about the organization. */
  group?: 'you' | 'organization'
  /** Further words by which the palette finds a settings section: a message key or text. */
  keywords?: string
  /** Shows its main button in the page's head with PageActions. */
  component: ComponentType
  /** Place among the page's tabs, smaller first; 100 by default. */
  order?: number
}

/** The messages of one language, nested by key. */
export interface Messages {
  [key: string]: string | Messages
}

/** The state of a part of the tray. */
export interface TrayState {
  count: number
  /** Number of failures that need attention. */
  failed?: number
  /** A few words about the person's own work ("Uploading 3 files, 40%"), shown in the header where there is room. */
  text?: string | undefined
}

/** Background work, shown in the header's tray on every screen. */
export interface TrayPart extends Visibility {
  id: string
  /** Renders in the open tray, or nothing while it is idle. Created with React.lazy. */
  component: ComponentType
  /** Mounted on every screen, renders nothing and reports the number of running items. Created with React.lazy. */
  counter?: ComponentType<{ onState: (state: TrayState) => void }>
  order?: number
}

/** Texts by language: `en`, `de`, `pt-BR`. A function loads a language when it is read: `() => import('./messages.de.js')`. */
export type MessagesByLanguage = Readonly<
  Record<string, Messages | (() => Promise<{ default: Messages }>)>
>

/** The texts of an English catalog in another language, with exactly its keys. */
export type Translation<Texts> = {
  [Key in keyof Texts]: Texts[Key] extends string ? string : Translation<Texts[Key]>
}

/** Resources and read paths to reload, by event type. */
export type Live = Readonly<Record<string, readonly string[]>>

/** Everything a plugin adds to the console: plain data and lazy components. */
export interface ConsolePlugin {
  /** The plugin's name in the console; unique. */
  id: string
  resources?: readonly ConsoleResource[]
  routes?: readonly ConsoleRoute[]
  menu?: readonly ConsoleMenuEntry[]
  dashboardBlocks?: readonly DashboardBlock[]
  /** Sources of problems for the dashboard. */
  attention?: readonly AttentionSource[]
  /** Entries of the setup checklist on the dashboard. */
  firstSteps?: readonly FirstStep[]
  /** Addresses of activity entries, by the type of their object. */
  entityLinks?: EntityLinks
  tabs?: readonly ConsoleTab[]
  tray?: readonly TrayPart[]
  /**
   * What to reload when an event happens: resources and read paths, each with everything below it, by the event
   * type (`file_upload`), a type prefix (`file_*`) or `*` for any event.
   */
  live?: Live
  assetActions?: readonly AssetAction[]
  assetPreviews?: readonly AssetPreview[]
  assetPanels?: readonly AssetPanel[]
  headerItems?: readonly HeaderItem[]
  /** Entries of the user menu. */
  userMenu?: readonly ConsoleCommand[]
  /** Actions in the command palette. */
  commands?: readonly ConsoleCommand[]
  /** Searches of the command palette. */
  searchProviders?: readonly SearchProvider[]
  /** English texts and translations. Missing translations fall back to English. */
  messages?: MessagesByLanguage
  /**
   * Texts that only the plugin's own screens show. They load with the first screen, which keeps the first load small.
   * Texts of every screen (menu, commands, links, parts of the dashboard) belong in `messages`.
   */
  screenMessages?: MessagesByLanguage
  /**
   * Forms that replace those generated from schemas, by `<extension point>/<name>`
   * (`flows.stepTypes/api_call`); created with React.lazy.
   */
  forms?: KindForms
}

/** Declares a plugin's part of the console; only checks its type. */
export const defineConsolePlugin = (plugin: ConsolePlugin): ConsolePlugin => plugin
