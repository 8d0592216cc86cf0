import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  Icon,
  lazyPart,
  PageBody,
  PageHeader,
  useAction,
  useDownload,
  usePermissions,
} from '@crossdock/admin/kit'
import { FolderPlus, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { AssetHands } from './actions.js'
import { FolderContents } from './FolderContents.js'
import { FolderPath } from './FolderPath.js'
import { contentUrl, folderUrl, type AssetPathPart, type Place } from './model.js'
import { UndoBar } from './UndoBar.js'
import { DropZone, type Dropped } from './upload/DropZone.js'
import { UploadButton } from './upload/UploadButton.js'
import { useUploads } from './upload/use_uploads.js'

const UploadPanel = lazyPart(() => import('./upload/UploadPanel.js'))
const NewFolderDialog = lazyPart(() => import('./dialogs/NewFolderDialog.js'))

interface FolderViewProps {
  place: Place
  path: readonly AssetPathPart[]
}

/** One folder: its contents, and everything that can be done in it. */
export function FolderView({ place, path }: FolderViewProps) {
  const translate = useTranslate()
  const canWrite = usePermissions().can('assets.write')
  const { queue, items } = useUploads()
  const navigate = useNavigate()
  const { start: download } = useDownload()
  const [isNewFolder, setNewFolder] = useState(false)
  const [dialog, setDialog] = useState<Parameters<AssetHands['show']>>()
  const [trashed, setTrashed] = useState<Asset>()
  const list = useRef<HTMLDivElement>(null)
  const top: Place = { id: null, name: translate('assets.title') }
  // What a search over everything found may lie elsewhere: its move starts at the top.
  const pathOf = ({ parentId }: Asset) => (parentId === place.id ? [top, ...path] : [top])

  const trash = useAction<unknown, Asset>(
    ({ id }) => ({ path: `assets/${id}`, method: 'DELETE' }),
    {
      invalidates: ['assets', 'dashboard'],
      error: { fallback: translate('assets.trash.failed') },
      onSuccess: (_data, asset) => {
        setTrashed(asset)
        // The row with the focused button goes away.
        list.current?.focus({ preventScroll: true })
      },
    }
  )
  const hands: AssetHands = {
    open: ({ id }) => void navigate(folderUrl(id)),
    download: ({ id, name }) => download(contentUrl(id), name),
    trash: (asset) => trash.mutate(asset),
    show: (...opened) => setDialog(opened),
  }
  const [Dialog, chosen] = dialog ?? []
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
        above={place.id && <FolderPath path={path} />}
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
                  onClick={() => setNewFolder(true)}
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
        {items.length > 0 && <UploadPanel queue={queue} items={items} />}
        <Box ref={list} tabIndex={-1} sx={{ outline: 'none', minWidth: 0 }}>
          <FolderContents place={place} hands={hands} />
        </Box>
        {trashed && (
          <UndoBar key={trashed.id} asset={trashed} onClose={() => setTrashed(undefined)} />
        )}
      </PageBody>
      {isNewFolder && <NewFolderDialog place={place} onClose={() => setNewFolder(false)} />}
      {Dialog && chosen && (
        <Dialog asset={chosen} from={pathOf(chosen)} onClose={() => setDialog(undefined)} />
      )}
    </DropZone>
  )
}
