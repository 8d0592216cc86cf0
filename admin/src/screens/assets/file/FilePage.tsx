import type { AssetWithFolders } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  ActionMenu,
  Icon,
  isForAsset,
  isVisible,
  PageBody,
  PageHeader,
  RowsSkeleton,
  Section,
  useDownload,
  usePermissions,
} from '@crossdock/admin/kit'
import { Download } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRegistry } from '../../../registry/context.js'
import { FolderPath } from '../FolderPath.js'
import { contentUrl, folderUrl } from '../model.js'
import { RestoreButton } from '../RestoreButton.js'
import { useAssetActions, type AssetScreenHands } from '../use_asset_actions.js'
import { useTrash } from '../use_trash.js'
import { FileFacts } from './FileFacts.js'

// What the page itself shows.
const onPage = ['details', 'download', 'versions']

/** /assets/<file id>: what a file looks like and is, and what plugins know of it. */
export default function FilePage({ file }: { file: AssetWithFolders }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { assetPreviews, assetPanels } = useRegistry()
  const who = usePermissions()
  const { start } = useDownload()
  const trash = useTrash(() => void navigate(folderUrl(file.parentId)))
  const [dialog, setDialog] = useState<Parameters<AssetScreenHands['show']>>()
  const download = () => start(contentUrl(file.id), file.name)
  const actions = useAssetActions(
    {
      open: (to) => void navigate(to),
      download,
      trash: (assets) => trash.mutate(assets),
      show: (...opened) => setDialog(opened),
    },
    onPage
  )([file])
  const isShown = (one: (typeof assetPanels)[number] | (typeof assetPreviews)[number]) =>
    isVisible(one, who) && isForAsset(one, file)
  const preview = assetPreviews.find(isShown)
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
            {!file.trashedAt && actions.length > 0 && (
              <ActionMenu
                label={translate('assets.action.menu', { name: file.name })}
                actions={actions}
              />
            )}
          </>
        }
      />
      <PageBody>
        {preview && (
          <Section title={translate('assets.filePage.preview')}>
            <Suspense fallback={<RowsSkeleton />}>
              <preview.component key={file.version} asset={file} />
            </Suspense>
          </Section>
        )}
        <FileFacts file={file} />
        {assetPanels.filter(isShown).map((panel) => (
          <Suspense key={panel.id} fallback={<RowsSkeleton />}>
            <panel.component asset={file} />
          </Suspense>
        ))}
      </PageBody>
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
