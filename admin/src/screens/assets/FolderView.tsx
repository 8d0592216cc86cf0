import type { Asset } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  Icon,
  lazyPart,
  PageBody,
  PageHeader,
  useDialogAddress,
  usePermissions,
} from '@crossdock/admin/kit'
import { FolderPlus, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { FolderList } from './FolderList.js'
import { FolderPath } from './FolderPath.js'
import type { AssetPathPart, Place } from './model.js'
import type { AssetScreenHands } from './use_asset_actions.js'
import { DropZone } from './upload/DropZone.js'
import { UploadButton } from './upload/UploadButton.js'
import { useTaking } from './upload/use_taking.js'
import { useDownloadAssets } from './use_download_assets.js'
import { useFolderUrl } from './use_folder_url.js'
import { useTrash } from './use_trash.js'

const NewFolderDialog = lazyPart(() => import('./dialogs/NewFolderDialog.js'))

interface FolderViewProps {
  place: Place
  path: readonly AssetPathPart[]
}

/** One folder: its contents, and everything that can be done in it. */
export function FolderView({ place, path }: FolderViewProps) {
  const translate = useTranslate()
  const canWrite = usePermissions().can('assets.write')
  const { take, takeDropped } = useTaking(place)
  const navigate = useNavigate()
  const download = useDownloadAssets()
  const folderUrl = useFolderUrl()
  const creating = useDialogAddress('new')
  const [dialog, setDialog] = useState<Parameters<AssetScreenHands['show']>>()
  const top: Place = { id: null, name: translate('assets.title') }
  // What a search over everything found may lie elsewhere: its move starts at the top.
  const pathOf = (assets: readonly Asset[]) =>
    assets.every(({ parentId }) => parentId === place.id) ? [top, ...path] : [top]

  const trash = useTrash()
  const hands: AssetScreenHands = {
    open: (to) => void navigate(to),
    download,
    trash: (assets, keep) => trash.mutate(assets, { onSuccess: () => keep?.([]) }),
    show: (...opened) => setDialog(opened),
  }
  const [Dialog, chosen, keep] = dialog ?? []

  return (
    <DropZone
      disabled={!canWrite}
      hint={translate('assets.uploads.drop', { folder: place.name })}
      onDrop={(dropped) => void takeDropped(dropped)}
    >
      <PageHeader
        title={place.name}
        subtitle={place.id ? undefined : translate('assets.subtitle')}
        above={place.id && <FolderPath path={path} urlOf={folderUrl} />}
        actions={
          <>
            <Button component={Link} to="/assets/trash" startIcon={<Icon icon={Trash2} />}>
              {translate('assets.trash.open')}
            </Button>
            {canWrite && (
              <>
                <Button
                  variant="outlined"
                  startIcon={<Icon icon={FolderPlus} />}
                  onClick={() => creating.open('folder')}
                >
                  {translate('assets.newFolder')}
                </Button>
                <UploadButton onFiles={take} />
              </>
            )}
          </>
        }
      />
      <PageBody>
        <FolderList place={place} hands={hands} />
      </PageBody>
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
