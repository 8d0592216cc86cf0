import type { AssetAction } from '@crossdock/admin/kit'
import {
  Activity,
  Copy,
  Download,
  FolderInput,
  FolderOpen,
  History,
  Info,
  LockKeyhole,
  PenLine,
  Trash2,
} from 'lucide-react'
import { folderUrl } from './model.js'

const permission = 'assets.write'

/** What the core offers to do with a file or folder. */
export const assetActions: readonly AssetAction[] = [
  {
    id: 'open',
    label: 'assets.action.open',
    icon: FolderOpen,
    order: 10,
    type: 'folder',
    run: ([asset], { open }) => asset && open(folderUrl(asset.id)),
  },
  {
    id: 'download',
    label: 'assets.action.download',
    icon: Download,
    order: 20,
    bulk: true,
    run: (assets, { download }) => download(...assets),
  },
  {
    id: 'details',
    label: 'assets.action.details',
    icon: Info,
    order: 25,
    run: ([asset], { details }) => asset && details(asset),
  },
  {
    id: 'versions',
    label: 'assets.action.versions',
    icon: History,
    order: 30,
    type: 'file',
    dialog: () => import('./dialogs/VersionsDialog.js'),
  },
  {
    id: 'activity',
    label: 'assets.action.activity',
    icon: Activity,
    order: 35,
    permission: 'activity.read',
    run: ([asset], { open }) => asset && open(`/activity?entityType=asset&entityId=${asset.id}`),
  },
  {
    id: 'rename',
    label: 'assets.action.rename',
    icon: PenLine,
    order: 40,
    permission,
    dialog: () => import('./dialogs/RenameDialog.js'),
  },
  {
    id: 'move',
    label: 'assets.action.move',
    icon: FolderInput,
    order: 50,
    permission,
    bulk: true,
    dialog: () => import('./dialogs/MoveDialog.js'),
  },
  {
    id: 'copy',
    label: 'assets.action.copy',
    icon: Copy,
    order: 55,
    permission,
    bulk: true,
    dialog: () => import('./dialogs/CopyDialog.js'),
  },
  {
    id: 'permissions',
    label: 'assets.action.permissions',
    icon: LockKeyhole,
    order: 60,
    type: 'folder',
    permission: 'assets.permissions',
    dialog: () => import('./permissions/PermissionsDialog.js'),
  },
  {
    id: 'trash',
    label: 'assets.action.trash',
    icon: Trash2,
    order: 1000,
    permission,
    destructive: true,
    bulk: true,
    run: (assets, { trash }, keep) => trash(assets, keep),
  },
]
