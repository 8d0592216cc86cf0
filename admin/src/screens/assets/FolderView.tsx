import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  Icon,
  lazyPart,
  PageBody,
  PageHeader,
  useAction,
  usePermissions,
} from '@crossdock/admin/kit'
import { FolderPlus, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { AssetDialog } from './AssetActions.js'
import { FolderContents } from './FolderContents.js'
import { FolderPath } from './FolderPath.js'
import type { AssetPathPart, Place } from './model.js'
import { UndoBar } from './UndoBar.js'
import { DropZone, type Dropped } from './upload/DropZone.js'
import { UploadButton } from './upload/UploadButton.js'
import { useUploads } from './upload/use_uploads.js'

const UploadPanel = lazyPart(() => import('./upload/UploadPanel.js'))
const MoveDialog = lazyPart(() => import('./dialogs/MoveDialog.js'))
const NewFolderDialog = lazyPart(() => import('./dialogs/NewFolderDialog.js'))
const RenameDialog = lazyPart(() => import('./dialogs/RenameDialog.js'))
const VersionsDialog = lazyPart(() => import('./dialogs/VersionsDialog.js'))

type OpenDialog = { kind: 'newFolder' } | { kind: AssetDialog; asset: Asset }

interface FolderViewProps {
  place: Place
  path: readonly AssetPathPart[]
}

/** One folder: its contents, and everything that can be done in it. */
export function FolderView({ place, path }: FolderViewProps) {
  const translate = useTranslate()
  const canWrite = usePermissions().can('assets.write')
  const { queue, items } = useUploads()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [trashed, setTrashed] = useState<Asset>()
  const list = useRef<HTMLDivElement>(null)
  const close = () => setDialog(undefined)
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
                  onClick={() => setDialog({ kind: 'newFolder' })}
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
          <FolderContents
            place={place}
            onDialog={(kind, asset) => setDialog({ kind, asset })}
            onTrash={(asset) => trash.mutate(asset)}
          />
        </Box>
        {trashed && (
          <UndoBar key={trashed.id} asset={trashed} onClose={() => setTrashed(undefined)} />
        )}
      </PageBody>
      {dialog?.kind === 'newFolder' && <NewFolderDialog place={place} onClose={close} />}
      {dialog?.kind === 'rename' && <RenameDialog asset={dialog.asset} onClose={close} />}
      {dialog?.kind === 'versions' && <VersionsDialog asset={dialog.asset} onClose={close} />}
      {dialog?.kind === 'move' && (
        <MoveDialog asset={dialog.asset} from={pathOf(dialog.asset)} onClose={close} />
      )}
    </DropZone>
  )
}
