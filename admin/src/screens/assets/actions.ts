import type { Asset } from '@crossdock/client'
import { lazyPart, type LucideIcon } from '@crossdock/admin/kit'
import { Download, FolderInput, FolderOpen, History, PenLine, Trash2 } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Place } from './model.js'

export interface AssetDialogProps {
  asset: Asset
  /** The folders from the top down to the one it is in. */
  from: readonly Place[]
  onClose: () => void
}

type AssetDialog = ComponentType<AssetDialogProps>

/** What a screen can do for an action. */
export interface AssetHands {
  open: (asset: Asset) => void
  download: (asset: Asset) => void
  trash: (asset: Asset) => void
  show: (dialog: AssetDialog, asset: Asset) => void
}

export interface AssetAction {
  /** Its words are `assets.action.<id>`. */
  id: string
  icon: LucideIcon
  /** What it is for; left out: files and folders. */
  type?: 'file' | 'folder'
  /** Needs `assets.write`. */
  writes?: boolean
  destructive?: boolean
  run: (asset: Asset, hands: AssetHands) => void
}

const shows = (load: () => Promise<{ default: AssetDialog }>): AssetAction['run'] => {
  const dialog = lazyPart(load)
  return (asset, { show }) => show(dialog, asset)
}

/** Everything that can be done with a file or folder, in the order of menus. */
export const assetActions: readonly AssetAction[] = [
  { id: 'open', icon: FolderOpen, type: 'folder', run: (asset, { open }) => open(asset) },
  { id: 'download', icon: Download, type: 'file', run: (asset, { download }) => download(asset) },
  {
    id: 'versions',
    icon: History,
    type: 'file',
    run: shows(() => import('./dialogs/VersionsDialog.js')),
  },
  {
    id: 'rename',
    icon: PenLine,
    writes: true,
    run: shows(() => import('./dialogs/RenameDialog.js')),
  },
  {
    id: 'move',
    icon: FolderInput,
    writes: true,
    run: shows(() => import('./dialogs/MoveDialog.js')),
  },
  {
    id: 'trash',
    icon: Trash2,
    writes: true,
    destructive: true,
    run: (asset, { trash }) => trash(asset),
  },
]
