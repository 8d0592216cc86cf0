import type { Asset } from '@crossdock/client'
import {
  ActionMenu,
  actionsColumn,
  EmptyState,
  ResourceList,
  usePermissions,
  type ListPart,
} from '@crossdock/admin/kit'
import { FolderOpen } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { AssetBulk } from './AssetBulk.js'
import { AssetCard } from './AssetCard.js'
import { useAssetColumns } from './columns.js'
import type { Place } from './model.js'
import { useAssetActions, type AssetScreenHands } from './use_asset_actions.js'
import { useFolderUrl } from './use_folder_url.js'

interface FolderListProps {
  place: Place
  hands: AssetScreenHands
}

/** Folders stand before files; they have no size of their own: there the name decides. */
const foldersFirst: readonly ListPart[] = [
  { filter: { type: 'folder' }, sortInstead: { size: { field: 'name', order: 'ASC' } } },
  { filter: { type: 'file' } },
]

/** What is in one folder; at the top, a search finds what is in any. */
export function FolderList({ place, hands }: FolderListProps) {
  const translate = useTranslate()
  const canWrite = usePermissions().can('assets.write')
  const folderUrl = useFolderUrl()
  const actionsFor = useAssetActions(hands)
  const columns = useAssetColumns('name', 'size', 'version', 'modified', 'created')
  const menu = (asset: Asset) => (
    <ActionMenu
      label={translate('assets.action.menu', { name: asset.name })}
      actions={() => actionsFor([asset])}
    />
  )
  return (
    <ResourceList<Asset>
      endless
      resource="assets"
      storeKey="assets/folder"
      label={translate('assets.list', { folder: place.name })}
      parts={foldersFirst}
      filter={place.id ? { parent: place.id } : undefined}
      columns={[...columns, actionsColumn(translate('kit.actions'), menu, 96)]}
      sort={{ field: 'name', order: 'ASC' }}
      search={translate(place.id ? 'assets.search' : 'assets.searchAll')}
      filters={[
        {
          source: 'type',
          label: translate('assets.column.type'),
          choices: (['folder', 'file'] as const).map((id) => ({
            id,
            name: translate(`assets.${id}`),
          })),
        },
      ]}
      to={({ id, type }) => (type === 'folder' ? folderUrl(id) : undefined)}
      card={(asset) => <AssetCard asset={asset}>{menu(asset)}</AssetCard>}
      bulk={<AssetBulk hands={hands} />}
      empty={
        <EmptyState
          icon={FolderOpen}
          title={translate('assets.empty.title')}
          description={translate(canWrite ? 'assets.empty.text' : 'assets.empty.readOnly')}
        />
      }
    />
  )
}
