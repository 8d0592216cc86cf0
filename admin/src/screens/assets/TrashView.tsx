import type { Asset } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  actionsColumn,
  EmptyState,
  PageBody,
  PageHeader,
  ResourceList,
  usePermissions,
} from '@crossdock/admin/kit'
import { Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { AssetCard } from './AssetCard.js'
import { useAssetColumns } from './columns.js'
import { FolderPath } from './FolderPath.js'
import { RestoreBulk } from './RestoreBulk.js'
import { useRestore } from './use_restore.js'

const inTrash = { trashed: true }

/** /assets/trash: what was deleted, with a way back. */
export default function TrashView() {
  const translate = useTranslate()
  const canWrite = usePermissions().can('assets.write')
  const columns = useAssetColumns('name', 'size', 'trashed')
  const text = (key: string, values?: object) => translate(`assets.trash.${key}`, values)
  const restore = useRestore()
  const button = (asset: Asset) => (
    <Button
      size="small"
      variant="outlined"
      disabled={restore.isPending && restore.variables?.[0]?.id === asset.id}
      aria-label={text('restore', { name: asset.name })}
      onClick={() => restore.mutate([asset])}
    >
      {translate('assets.action.restore')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={text('title')}
        subtitle={text('subtitle')}
        above={<FolderPath path={[{ id: 'trash', name: text('title') }]} />}
      />
      <PageBody>
        <ResourceList<Asset>
          endless
          resource="assets"
          storeKey="assets/trash"
          label={text('list')}
          filter={inTrash}
          columns={
            canWrite ? [...columns, actionsColumn(translate('kit.actions'), button, 170)] : columns
          }
          sort={{ field: 'trashedAt', order: 'DESC' }}
          search={text('search')}
          card={(asset) => <AssetCard asset={asset}>{canWrite && button(asset)}</AssetCard>}
          bulk={canWrite && <RestoreBulk />}
          empty={
            <EmptyState
              icon={Trash2}
              title={text('empty.title')}
              description={text('empty.text')}
            />
          }
        />
      </PageBody>
    </>
  )
}
