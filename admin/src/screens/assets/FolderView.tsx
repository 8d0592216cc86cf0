import type { Asset } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  Icon,
  lazyPart,
  PageBody,
  PageHeader,
  useDialogAddress,
  useDownload,
  usePermissions,
} from '@crossdock/admin/kit'
import { FolderPlus, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { FolderList } from './FolderList.js'
import { FolderPath } from './FolderPath.js'
import { contentUrl, type AssetPathPart, type Place } from './model.js'
import type { AssetScreenHands } from './use_asset_actions.js'
import { DropZone, type Dropped } from './upload/DropZone.js'
import { UploadButton } from './upload/UploadButton.js'
import { useUploads } from './upload/use_uploads.js'
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
  const { queue } = useUploads()
  const navigate = useNavigate()
  const { start: download } = useDownload()
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
    download: ({ id, name }) => download(contentUrl(id), name),
    trash: (assets, keep) =>
      trash.mutate(assets, { onSuccess: ({ refused }) => keep?.([...refused.keys()]) }),
    show: (...opened) => setDialog(opened),
  }
  const [Dialog, chosen, keep] = dialog ?? []
  const upload = (files: File[]) => queue.add(files, place)
  const take = ({ files, folders }: Dropped) => {
    upload(files)
    for (const name of folders) queue.refuse(name, place, 'assets.uploads.isFolder')
  }

  return (
    <DropZone
      disabled={!canWrite}
      hint={translate('assets.uploads.drop', { folder: place.name })}
      onDrop={take}
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
                <UploadButton onFiles={upload} />
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
