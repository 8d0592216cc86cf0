import type { Asset } from '@crossdock/client'
import { ActionMenu, type MenuAction, useDownload, usePermissions } from '@crossdock/admin/kit'
import { Download, FolderInput, FolderOpen, History, PenLine, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import { contentUrl, folderUrl } from './model.js'

export type AssetDialog = 'rename' | 'move' | 'versions'

interface AssetActionsProps {
  asset: Asset
  onDialog: (dialog: AssetDialog, asset: Asset) => void
  onTrash: (asset: Asset) => void
}

/** What can be done with a file or folder by this person. */
export function AssetActions({ asset, onDialog, onTrash }: AssetActionsProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const canWrite = usePermissions().can('assets.write')
  const download = useDownload()
  const text = (key: string) => translate(`assets.action.${key}`)

  const reading: MenuAction[] =
    asset.type === 'folder'
      ? [
          {
            label: text('open'),
            icon: FolderOpen,
            onSelect: () => void navigate(folderUrl(asset.id)),
          },
        ]
      : [
          {
            label: text('download'),
            icon: Download,
            onSelect: () => download.start(contentUrl(asset.id), asset.name),
          },
          { label: text('versions'), icon: History, onSelect: () => onDialog('versions', asset) },
        ]
  const writing: MenuAction[] = [
    { label: text('rename'), icon: PenLine, onSelect: () => onDialog('rename', asset) },
    { label: text('move'), icon: FolderInput, onSelect: () => onDialog('move', asset) },
    { label: text('trash'), icon: Trash2, destructive: true, onSelect: () => onTrash(asset) },
  ]
  return (
    <ActionMenu
      label={translate('assets.action.menu', { name: asset.name })}
      actions={canWrite ? [...reading, ...writing] : reading}
    />
  )
}
