import type { Asset } from '@crossdock/client'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Api } from './data/types.js'
import type { Visibility } from './plugin.js'

/** Has a name of its own among its kind, words, and a place among the others. */
interface Entry extends Visibility {
  id: string
  /** Place among the others, smaller first; 100 when left out. */
  order?: number
}

interface LabelledEntry extends Entry {
  /** Message key, or the text itself. */
  label: string
}

/** Which assets something is for; all of them when left out. */
export interface AssetKind {
  type?: Asset['type']
  /** `application/pdf`, `image/*`. Folders have none. */
  mimeTypes?: readonly string[]
}

/** Whether something is for an asset. */
export const isForAsset = (
  { type, mimeTypes }: AssetKind,
  asset: Pick<Asset, 'type' | 'mimeType'>
): boolean =>
  (!type || type === asset.type) &&
  (!mimeTypes || mimeTypes.some((pattern) => isMimeType(pattern, asset.mimeType ?? '')))

const isMimeType = (pattern: string, mimeType: string) =>
  pattern.endsWith('/*') ? mimeType.startsWith(pattern.slice(0, -1)) : pattern === mimeType

/** A folder on the way to something; `id` is null for the top level. */
export interface AssetPlace {
  id: string | null
  name: string
}

/** What the dialog of an asset action gets. */
export interface AssetDialogProps {
  /** One, or several where the action takes several. */
  assets: readonly Asset[]
  /** The folders from the top down to the one they lie in. */
  from: readonly AssetPlace[]
  /** Of several that were selected: these are left to do, and stay selected. */
  keep?: Keep
  onClose: () => void
}

type Keep = (left: readonly Asset[]) => void

/** What the screen does for an asset action. */
export interface AssetHands {
  /** Goes to an address of the console. */
  open: (to: string) => void
  /** Folders, and several at once, come as one zip. */
  download: (...assets: readonly Asset[]) => void
  /** Shows what is known of it: beside the list, or on a page of its own. */
  details: (asset: Asset) => void
  /** Puts into the trash; the screen offers to undo it. */
  trash: (assets: readonly Asset[], keep?: Keep) => void
}

/** Something to do with files or folders: in the menu of each, and in the bar of those selected. */
export interface AssetAction extends LabelledEntry, AssetKind {
  icon: LucideIcon
  destructive?: boolean
  /** Takes several at once, too. */
  bulk?: boolean
  /** Loads the dialog it opens: `() => import('./SignDialog.js')`. */
  dialog?: () => Promise<{ default: ComponentType<AssetDialogProps> }>
  /** What it does without a dialog. */
  run?: (assets: readonly Asset[], hands: AssetHands, keep?: Keep) => void
}

/** How files of some kinds are shown on their page. The first that fits is taken. */
export interface AssetPreview extends Entry {
  mimeTypes: readonly string[]
  /** Made with React.lazy. */
  component: ComponentType<{ asset: Asset }>
}

/** A section of a file's page, and of the details beside the list. */
export interface AssetPanel extends Entry, AssetKind {
  /** Brings its own Section; nothing when it has nothing to say. Made with React.lazy. */
  component: ComponentType<{ asset: Asset }>
}

/** Something in the bar above every screen, before the theme and the person. */
export interface HeaderItem extends Entry {
  /** Made with React.lazy. */
  component: ComponentType
}

/** Something people can do from anywhere: in the command palette, or in the menu of the person. */
export interface ConsoleCommand extends LabelledEntry {
  icon: LucideIcon
  /** Words it is found by beside its label: a message key, or the text itself. */
  keywords?: string
  /** The address it leads to: '/assets?new=folder' opens a dialog that has this address. */
  to?: string
  /** A hook that gives what it does, for what is no address. */
  useRun?: () => () => void
}

/** Something the search of the command palette has found. */
export interface SearchHit {
  id: string
  label: string
  detail?: string
  /** That of its provider when left out. */
  icon?: LucideIcon
  to: string
}

/** Finds things by part of their name, for the command palette. */
export interface SearchProvider extends LabelledEntry {
  icon: LucideIcon
  /**
   * At most six are shown. Each keystroke aborts what the one before it has asked.
   * `(await import('./search.js')).find(…)` keeps the code out of the first load.
   */
  search: (query: string, api: Api, signal: AbortSignal) => Promise<readonly SearchHit[]>
}
