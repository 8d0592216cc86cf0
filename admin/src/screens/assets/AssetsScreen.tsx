import type { AssetWithFolders } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  ApiError,
  EmptyState,
  ErrorState,
  PageHeader,
  PageSkeleton,
  useRead,
} from '@crossdock/admin/kit'
import { FolderX, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { lazy, useRef, type ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { FolderPath } from './FolderPath.js'
import { FolderView } from './FolderView.js'
import { BrowserLayout } from './layout/BrowserLayout.js'
import { folderUrl } from './model.js'
import { RestoreButton } from './RestoreButton.js'

const FilePage = lazy(() => import('./file/FilePage.js'))
const FoundView = lazy(() => import('./finding/FoundView.js'))
const TrashView = lazy(() => import('./trash/TrashView.js'))

/** /assets, /assets/<id of a folder or file>, /assets/starred, /assets/recent and /assets/trash. */
export default function AssetsScreen() {
  const part = useParams()['*'] ?? ''
  const view = viewOf(part)
  const id = view ? '' : part
  const { data } = useRead<AssetWithFolders>(['assets', id], { enabled: id !== '' })
  const path = view ? undefined : id === '' ? [] : pathTo(data)
  // While the next folder loads, the tree keeps showing the previous one as open.
  const shown = useRef(path)
  if (path || view) shown.current = path
  // An unknown id may be a file, unless a folder was open before.
  const isFile = !view && (data ? data.type === 'file' : id !== '' && !shown.current)
  return (
    <BrowserLayout path={shown.current} isFile={isFile}>
      {view ?? <FolderScreen id={id || null} />}
    </BrowserLayout>
  )
}

/** The views that list files of many folders. */
function viewOf(part: string) {
  if (part === 'trash') return <TrashView />
  if (part === 'starred' || part === 'recent') return <FoundView key={part} kind={part} />
  return undefined
}

/** The path to the folder, or to the folder of a file. */
function pathTo(asset: AssetWithFolders | undefined) {
  if (!asset) return undefined
  return asset.type === 'folder' ? [...asset.folders, asset] : asset.folders
}

function FolderScreen({ id }: { id: string | null }) {
  const translate = useTranslate()
  const folder = useRead<AssetWithFolders>(['assets', id ?? ''], { enabled: id !== null })
  const title = translate('assets.title')
  if (id === null) return <FolderView key="top" place={{ id, name: title }} path={[]} />
  if (folder.isPending) return <PageSkeleton />
  if (folder.error) {
    const isMissing = folder.error instanceof ApiError && folder.error.status === 404
    return (
      <>
        <PageHeader title={title} />
        {isMissing ? (
          <EmptyState
            icon={FolderX}
            title={translate('assets.notFound.title')}
            description={translate('assets.notFound.text')}
            action={<ToFolder id={null}>{translate('assets.notFound.action')}</ToFolder>}
          />
        ) : (
          <ErrorState error={folder.error} onRetry={() => void folder.refetch()} />
        )}
      </>
    )
  }
  const { name, type, folders } = folder.data
  if (type === 'file') return <FilePage key={id} file={folder.data} />
  if (folder.data.trashedAt) return <TrashedFolder folder={folder.data} />
  return <FolderView key={id} place={{ id, name }} path={[...folders, { id, name }]} />
}

/** The folder was deleted, perhaps while it was open. */
function TrashedFolder({ folder }: { folder: AssetWithFolders }) {
  const translate = useTranslate()
  return (
    <>
      <PageHeader title={folder.name} above={<FolderPath path={[...folder.folders, folder]} />} />
      <EmptyState
        icon={Trash2}
        title={translate('assets.inTrash.folder')}
        description={translate('assets.inTrash.text')}
        action={
          <Box sx={{ display: 'flex', gap: 1 }}>
            <ToFolder id={folder.parentId}>{translate('assets.inTrash.up')}</ToFolder>
            <RestoreButton asset={folder} />
          </Box>
        }
      />
    </>
  )
}

const ToFolder = ({ id, children }: { id: string | null; children: ReactNode }) => (
  <Button component={Link} to={folderUrl(id)} variant="outlined">
    {children}
  </Button>
)
