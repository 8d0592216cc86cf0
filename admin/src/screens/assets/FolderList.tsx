import type { Asset } from '@crossdock/client'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import {
  ActionMenu,
  actionsColumn,
  EmptyState,
  ResourceList,
  usePermissions,
  type DialogAddress,
  type ListPart,
} from '@crossdock/admin/kit'
import { FolderOpen } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import { AssetBulk } from './AssetBulk.js'
import { AssetCard } from './AssetCard.js'
import { AssetTile } from './AssetTile.js'
import { useAssetColumns } from './columns.js'
import { RowDrags } from './drag/RowDrags.js'
import { useFindingFilters } from './finding/filters.js'
import { StarButton } from './finding/StarButton.js'
import { TreeButton } from './layout/TreeButton.js'
import type { AssetPathPart, Place } from './model.js'
import { RowKeys } from './RowKeys.js'
import { RowShare } from './ShareButton.js'
import { useAssetActions, type AssetDialogHost } from './use_asset_actions.js'
import { useFolderUrl } from './use_folder_url.js'

interface FolderListProps {
  place: Place
  path: readonly AssetPathPart[]
  host: AssetDialogHost
  details: DialogAddress
}

/** Folders come before files. They have no size, so they are sorted by name instead. */
const foldersFirst: readonly ListPart[] = [
  { filter: { type: 'folder' }, sortInstead: { size: { field: 'name', order: 'ASC' } } },
  { filter: { type: 'file' } },
]

/** The contents of a folder. At the top level, a search covers all folders. */
export function FolderList({ place, path, host, details }: FolderListProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const who = usePermissions()
  const [canWrite, canShare] = [who.can('assets.write'), who.can('assets.share')]
  const folderUrl = useFolderUrl()
  const actionsFor = useAssetActions(host)
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const findingFilters = useFindingFilters()
  const all = useAssetColumns('name', 'tags', 'size', 'version', 'modified', 'created')
  // Next to the details there is no room for columns that repeat them.
  const columns =
    details.value === null
      ? all
      : all.filter(({ source }) => source === 'name' || source === 'size')
  const hasShare = canShare && !isPhone && details.value === null
  const menu = (asset: Asset) => (
    <>
      <StarButton asset={asset} />
      <ActionMenu
        label={translate('assets.action.menu', { name: asset.name })}
        actions={() => actionsFor([asset])}
      />
    </>
  )
  const share = (asset: Asset) =>
    actionsFor([asset])
      .find(({ id }) => id === 'share')
      ?.onSelect()
  const rowMenu = (asset: Asset) => (
    <span style={{ position: 'relative' }}>
      {hasShare && <RowShare asset={asset} onShare={() => share(asset)} />}
      {menu(asset)}
    </span>
  )
  const Card = isPhone ? AssetCard : AssetTile
  return (
    <ResourceList<Asset>
      endless
      resource="assets"
      storeKey="assets/folder"
      label={translate('assets.list', { folder: place.name })}
      parts={foldersFirst}
      filter={place.id ? { parent: place.id } : undefined}
      belongs={place.id ? undefined : isAtTop}
      columns={[...columns, actionsColumn(translate('kit.actions'), rowMenu, 120)]}
      sort={{ field: 'name', order: 'ASC' }}
      tools={<TreeButton />}
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
        ...findingFilters,
      ]}
      onOpen={({ id, type }) =>
        type === 'folder' ? void navigate(folderUrl(id)) : details.open(id)
      }
      card={(asset) => <Card asset={asset}>{menu(asset)}</Card>}
      cardWidth={isPhone ? undefined : 190}
      bulk={<AssetBulk host={host} />}
      pressSelects
      draggable={canWrite}
      nameOf={nameOf}
      isOpen={({ id }) => id === details.value}
      around={(list) => (
        <RowDrags>
          {list}
          <RowKeys place={place} path={path} host={host} details={details} />
        </RowDrags>
      )}
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

/** Whether an asset belongs to the list of the top level. A search or filter also finds assets in other folders. */
const isAtTop = ({ parentId }: Asset, asked: object) =>
  parentId === null || Object.keys(asked).some((name) => name !== 'type')

const nameOf = ({ name }: Asset) => name
