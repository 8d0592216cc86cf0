import type { Asset } from '@crossdock/client'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Api } from './data/types.js'
import type { Visibility } from './visibility.js'

/** An entry with a unique id, a visibility and an order. */
interface Entry extends Visibility {
  id: string
  /** Place among the entries, smaller first; 100 by default. */
  order?: number
}

interface LabelledEntry extends Entry {
  /** Message key or text. */
  label: string
}

/** The assets to which an entry applies; all by default. */
export interface AssetKind {
  type?: Asset['type']
  /** `application/pdf`, `image/*`. Folders have none. */
  mimeTypes?: readonly string[]
}

/** Whether an entry applies to an asset. */
export const isForAsset = (
  { type, mimeTypes }: AssetKind,
  asset: Pick<Asset, 'type' | 'mimeType'>
): boolean =>
  (!type || type === asset.type) &&
  (!mimeTypes || mimeTypes.some((pattern) => isMimeType(pattern, asset.mimeType ?? '')))

const isMimeType = (pattern: string, mimeType: string) =>
  pattern.endsWith('/*') ? mimeType.startsWith(pattern.slice(0, -1)) : pattern === mimeType

/** A folder on the path to an asset; `id` is null for the top level. */
export interface AssetPlace {
  id: string | null
  name: string
}

/** Props of the dialog of an asset action. */
export interface AssetDialogProps {
  /** One asset, or several where the action supports it. */
  assets: readonly Asset[]
  /** The folders from the top level down to the one that contains the assets. */
  from: readonly AssetPlace[]
  /** Sets which of several selected assets the action has not finished; they stay selected. */
  keep?: Keep
  onClose: () => void
}

type Keep = (left: readonly Asset[]) => void

/** What an asset action can make the screen do. */
export interface AssetHost {
  /** Opens an address of the console. */
  open: (to: string) => void
  /** Folders, and several assets at once, download as one ZIP file. */
  download: (...assets: readonly Asset[]) => void
  /** Shows the details of an asset: next to the list, or on its own page. */
  details: (asset: Asset) => void
  /** Moves assets to the trash; the screen offers to undo it. */
  trash: (assets: readonly Asset[], keep?: Keep) => void
}

/** An action on files or folders: in the menu of each, and in the bulk bar. */
export interface AssetAction extends LabelledEntry, AssetKind {
  icon: LucideIcon
  destructive?: boolean
  /** Also supports several assets. */
  bulk?: boolean
  /** Loads the dialog of the action: `() => import('./SignDialog.js')`. */
  dialog?: () => Promise<{ default: ComponentType<AssetDialogProps> }>
  /** Runs the action without a dialog. */
  run?: (assets: readonly Asset[], host: AssetHost, keep?: Keep) => void
}

/** A preview for some file types on the file page. The first match is used. */
export interface AssetPreview extends Entry {
  mimeTypes: readonly string[]
  /** Created with React.lazy. */
  component: ComponentType<{ asset: Asset }>
}

/** A section of the file page and of the details next to the list. */
export interface AssetPanel extends Entry, AssetKind {
  /** Renders its own Section, or nothing. Created with React.lazy. */
  component: ComponentType<{ asset: Asset }>
}

/** An item in the bar above every screen, before the theme and the user menu. */
export interface HeaderItem extends Entry {
  /** Created with React.lazy. */
  component: ComponentType
}

/** An action available everywhere: in the command palette or in the user menu. */
export interface ConsoleCommand extends LabelledEntry {
  icon: LucideIcon
  /** Further words by which people find the command: a message key or text. */
  keywords?: string
  /** The address that the command opens: '/assets?new=folder' opens a dialog that has this address. */
  to?: string
  /** A hook that returns the action, for actions without an address. */
  useRun?: () => () => void
}

/** A result of a command palette search. */
export interface SearchHit {
  id: string
  label: string
  detail?: string
  /** The icon of its provider by default. */
  icon?: LucideIcon
  to: string
}

/** Finds objects by part of their name, for the command palette. */
export interface SearchProvider extends LabelledEntry {
  icon: LucideIcon
  /**
   * At most six results are shown. Each keystroke aborts the previous search.
   * `(await import('./search.js')).find(…)` keeps the code out of the first load.
   */
  search: (query: string, api: Api, signal: AbortSignal) => Promise<readonly SearchHit[]>
}
