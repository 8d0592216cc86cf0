import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ResourceProps } from 'ra-core'
import type { Permissions } from './data/session.js'
import type { KindForms } from './schema/kinds.js'

/** Who may see a screen, a menu entry or a block. Without any of these: everybody signed in. */
export interface Visibility {
  permission?: string
  superAdminOnly?: boolean
}

/** Whether somebody with these permissions may see an entry, screen, tab or block. */
export const isVisible = (item: Visibility, who: Permissions): boolean =>
  (!item.superAdminOnly || who.isSuperAdmin) && (!item.permission || who.can(item.permission))

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

export interface ConsoleMenuEntry extends Visibility {
  to: string
  /** Message key, or the text itself. */
  label: string
  icon: LucideIcon
  /** main: the product's own areas; operate: what plugins add; system: the super administrator's. */
  section?: 'main' | 'operate' | 'system'
  /** Place within the section, smaller first; 100 when left out. */
  order?: number
}

export interface DashboardBlock extends Visibility {
  id: string
  component: ComponentType
  order?: number
}

/** A tab of a page that takes tabs, which may belong to another plugin. */
export interface ConsoleTab extends Visibility {
  /** The page: 'integrations'. */
  page: string
  /** Also its name in the address: ?tab=workflows. */
  id: string
  /** Message key, or the text itself. */
  label: string
  /** Puts its main button into the page's head with PageActions. */
  component: ComponentType
  /** Place among the page's tabs, smaller first; 100 when left out. */
  order?: number
}

/** The messages of one language, nested by key. */
export interface Messages {
  [key: string]: string | Messages
}

/** Everything a plugin brings to the console: plain data and lazy components. */
export interface ConsolePlugin {
  id: string
  resources?: readonly ConsoleResource[]
  routes?: readonly ConsoleRoute[]
  menu?: readonly ConsoleMenuEntry[]
  dashboardBlocks?: readonly DashboardBlock[]
  tabs?: readonly ConsoleTab[]
  /** Messages by language: { en: { … } }. */
  messages?: Readonly<Record<string, Messages>>
  /**
   * Forms in place of those drawn from schemas, by `<extension point>/<name>`
   * (`flows.stepTypes/api_call`); made with React.lazy.
   */
  forms?: KindForms
}

/** Declare a plugin's part of the console; type-checks it and hands it back. */
export const defineConsolePlugin = (plugin: ConsolePlugin): ConsolePlugin => plugin
