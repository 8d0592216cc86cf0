import type { AssetWithFolders } from '@crossdock/client'
import Button from '@mui/material/Button'
import { ActionMenu, Icon, PageHeader, useDownload } from '@crossdock/admin/kit'
import { Download } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { FolderPath } from '../FolderPath.js'
import { contentUrl, folderUrl } from '../model.js'
import { RestoreButton } from '../RestoreButton.js'
import { ShareButton } from '../ShareButton.js'
import { useAssetActions, type AssetDialogHost } from '../use_asset_actions.js'
import { useTrash } from '../use_trash.js'
import { AssetSections } from './AssetSections.js'

// Actions for which the page has its own content.
const onPage = ['details', 'download', 'versions']

/** /assets/<file id>: the preview, the facts and the panels of plugins. */
export default function FilePage({ file }: { file: AssetWithFolders }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { start } = useDownload()
  const trash = useTrash(() => void navigate(folderUrl(file.parentId)))
  const [dialog, setDialog] = useState<Parameters<AssetDialogHost['show']>>()
  const download = () => start(contentUrl(file.id), file.name)
  const actions = useAssetActions(
    {
      open: (to) => void navigate(to),
      download,
      details: () => undefined,
      trash: (assets) => trash.mutate(assets),
      show: (...opened) => setDialog(opened),
    },
    onPage
  )([file])
  const [Dialog] = dialog ?? []
  return (
    <>
      <PageHeader
        title={file.name}
        subtitle={file.trashedAt ? translate('assets.inTrash.file') : undefined}
        above={<FolderPath path={[...file.folders, file]} />}
        actions={
          <>
            <Button variant="outlined" startIcon={<Icon icon={Download} />} onClick={download}>
              {translate('assets.action.download')}
            </Button>
            {file.trashedAt && <RestoreButton asset={file} />}
            {!file.trashedAt && <ShareButton isPrimary asset={file} actions={actions} />}
            {!file.trashedAt && actions.length > 0 && (
              <ActionMenu
                label={translate('assets.action.menu', { name: file.name })}
                actions={actions}
              />
            )}
          </>
        }
      />
      <AssetSections asset={file} isSideBySide />
      {Dialog && (
        <Dialog
          assets={[file]}
          from={[{ id: null, name: translate('assets.title') }, ...file.folders]}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}
