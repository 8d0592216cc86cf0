import type { Asset } from '@crossdock/client'
import {
  ActionMenu,
  actionsColumn,
  EmptyState,
  PageBody,
  PageHeader,
  ResourceList,
  usePermissions,
} from '@crossdock/admin/kit'
import { Clock, Star } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { AssetBulk } from '../AssetBulk.js'
import { AssetCard } from '../AssetCard.js'
import { useAssetColumns } from '../columns.js'
import { TreeButton } from '../layout/TreeButton.js'
import { folderUrl } from '../model.js'
import { useAssetActions, type AssetDialogHost } from '../use_asset_actions.js'
import { useDownloadAssets } from '../use_download_assets.js'
import { useTrash } from '../use_trash.js'
import { StarButton } from './StarButton.js'

/** A view across folders, by its part of the address. */
export type FoundKind = 'starred' | 'recent'

const views = {
  starred: { filter: { starred: true }, sort: { field: 'name', order: 'ASC' }, icon: Star },
  recent: { filter: { recent: true }, sort: { field: 'visitedAt', order: 'DESC' }, icon: Clock },
} as const

/** /assets/starred and /assets/recent: the person's own files across folders. */
export default function FoundView({ kind }: { kind: FoundKind }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const canWrite = usePermissions().can('assets.write')
  const download = useDownloadAssets()
  const [dialog, setDialog] = useState<Parameters<AssetDialogHost['show']>>()
  const trash = useTrash()
  const host: AssetDialogHost = {
    open: (to) => void navigate(to),
    details: ({ id }) => void navigate(folderUrl(id)),
    download,
    trash: (assets, keep) => trash.mutate(assets, { onSuccess: () => keep?.([]) }),
    show: (...opened) => setDialog(opened),
  }
  const actionsFor = useAssetActions(host)
  const columns = useAssetColumns('name', 'size', 'modified')
  const text = (key: string) => translate(`assets.${kind}.${key}`)
  const { filter, sort, icon } = views[kind]
  const menu = (asset: Asset) => (
    <>
      <StarButton asset={asset} />
      <ActionMenu
        label={translate('assets.action.menu', { name: asset.name })}
        actions={() => actionsFor([asset])}
      />
    </>
  )
  const [Dialog, chosen, keep] = dialog ?? []
  return (
    <>
      <PageHeader title={text('title')} subtitle={text('subtitle')} />
      <PageBody>
        <ResourceList<Asset>
          endless
          resource="assets"
          storeKey={`assets/${kind}`}
          label={text('title')}
          filter={filter}
          columns={[...columns, actionsColumn(translate('kit.actions'), menu, 120)]}
          sort={sort}
          tools={<TreeButton />}
          search={translate('assets.searchAll')}
          to={({ id }) => folderUrl(id)}
          card={(asset) => <AssetCard asset={asset}>{menu(asset)}</AssetCard>}
          bulk={canWrite && <AssetBulk host={host} />}
          empty={<EmptyState icon={icon} title={text('empty')} description={text('emptyText')} />}
        />
      </PageBody>
      {Dialog && chosen && (
        <Dialog
          assets={chosen}
          from={[{ id: null, name: translate('assets.title') }]}
          keep={keep}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}
