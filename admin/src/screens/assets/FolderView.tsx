import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Icon, lazyPart, PageHeader, useDialogAddress, usePermissions } from '@crossdock/admin/kit'
import { FolderPlus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { DamagedBanner } from './damage/DamagedBanner.js'
import { OpenDetails } from './details/open_details.js'
import { useDrops } from './drag/use_drops.js'
import { FolderList } from './FolderList.js'
import { FolderPath } from './FolderPath.js'
import type { AssetPathPart, Place } from './model.js'
import { PasteButton } from './PasteButton.js'
import { useAssetActions, type AssetDialogHost } from './use_asset_actions.js'
import { DropZone } from './upload/DropZone.js'
import { UploadButton } from './upload/UploadButton.js'
import { useQueueFiles } from './upload/use_queue_files.js'
import { useDownloadAssets } from './use_download_assets.js'
import { useFolderUrl } from './use_folder_url.js'
import { useTrash } from './use_trash.js'

const DetailsPanel = lazyPart(() => import('./details/DetailsPanel.js'))
const NewFolderDialog = lazyPart(() => import('./dialogs/NewFolderDialog.js'))

interface FolderViewProps {
  place: Place
  path: readonly AssetPathPart[]
}

/** One folder: its contents and actions. */
export function FolderView({ place, path }: FolderViewProps) {
  const translate = useTranslate()
  const canWrite = usePermissions().can('assets.write')
  const { take, takeDropped } = useQueueFiles()
  const drops = useDrops()
  const navigate = useNavigate()
  const download = useDownloadAssets()
  const folderUrl = useFolderUrl()
  const creating = useDialogAddress('new')
  const details = useDialogAddress('details')
  const [dialog, setDialog] = useState<Parameters<AssetDialogHost['show']>>()
  const top: Place = { id: null, name: translate('assets.title') }
  // Results of a global search may be in other folders, so their move starts at the top level.
  const pathOf = (assets: readonly Asset[]) =>
    assets.every(({ parentId }) => parentId === place.id) ? [top, ...path] : [top]

  const trash = useTrash()
  const host: AssetDialogHost = {
    open: (to) => void navigate(to),
    details: ({ id }) => details.open(id),
    download,
    trash: (assets, keep) => trash.mutate(assets, { onSuccess: () => keep?.([]) }),
    show: (...opened) => setDialog(opened),
  }
  const actionsFor = useAssetActions(host)
  const openDetails = useRef((_id: string) => {})
  openDetails.current = details.open
  const showDetails = useCallback((id: string) => openDetails.current(id), [])
  const [Dialog, chosen, keep] = dialog ?? []

  return (
    <DropZone
      disabled={!canWrite}
      hint={translate('assets.uploads.drop', { folder: place.name })}
      onDrop={(dropped) => void takeDropped(dropped, place)}
    >
      <PageHeader
        title={place.id ? place.name : translate('assets.heading')}
        above={place.id && <FolderPath path={path} urlOf={folderUrl} drops={drops} />}
        actions={
          canWrite && (
            <>
              <Button
                variant="outlined"
                startIcon={<Icon icon={FolderPlus} />}
                onClick={() => creating.open('folder')}
              >
                {translate('assets.newFolder')}
              </Button>
              <PasteButton place={place} />
              <UploadButton onFiles={(files) => take(files, place)} />
            </>
          )
        }
      />
      {place.id === null && <DamagedBanner />}
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <OpenDetails value={showDetails}>
            <FolderList place={place} path={path} host={host} details={details} />
          </OpenDetails>
        </Box>
        {details.value !== null && (
          <DetailsPanel id={details.value} actionsFor={actionsFor} onClose={details.close} />
        )}
      </Box>
      {canWrite && creating.value === 'folder' && (
        <NewFolderDialog place={place} onClose={creating.close} />
      )}
      {Dialog && chosen && (
        <Dialog
          assets={chosen}
          from={pathOf(chosen)}
          keep={keep}
          onClose={() => setDialog(undefined)}
        />
      )}
    </DropZone>
  )
}
