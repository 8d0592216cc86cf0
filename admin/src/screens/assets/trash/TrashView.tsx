import type { Asset } from '@crossdock/client'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import {
  actionsColumn,
  EmptyState,
  Icon,
  lazyPart,
  PageBody,
  PageHeader,
  ResourceList,
  usePermissions,
  type ListColumn,
} from '@crossdock/admin/kit'
import { Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { AssetCard } from '../AssetCard.js'
import { useAssetColumns } from '../columns.js'
import { MostSelected } from '../MostSelected.js'
import { TreeButton } from '../layout/TreeButton.js'
import { useRestore } from '../use_restore.js'
import { daysLeft, useTrashDays } from './days_left.js'
import { EmptyTrashButton } from './EmptyTrashButton.js'
import { PurgeBulk } from './PurgeBulk.js'
import { RestoreBulk } from './RestoreBulk.js'

const PurgeDialog = lazyPart(() => import('./PurgeDialog.js'))

const inTrash = { trashed: true }

/** /assets/trash: deleted assets, which can be restored. */
export default function TrashView() {
  const translate = useTranslate()
  const canWrite = usePermissions().can('assets.write')
  const text = (key: string, values?: object) => translate(`assets.trash.${key}`, values)
  const keptDays = useTrashDays()
  const columns: ListColumn<Asset>[] = [
    ...useAssetColumns('name', 'size', 'trashed').map((column) => ({
      ...column,
      // Next to the tree there is no room for all columns.
      optional: column.source === 'size' || column.optional,
    })),
    {
      source: 'purgedAt',
      label: text('ends'),
      width: 150,
      render: ({ trashedAt }) =>
        trashedAt &&
        keptDays !== undefined &&
        text('left', { smart_count: daysLeft(trashedAt, keptDays) }),
    },
  ]
  const restore = useRestore()
  const [purged, setPurged] = useState<Asset>()
  const buttons = (asset: Asset) => (
    <>
      {button(asset)}{' '}
      <IconButton
        size="small"
        aria-label={translate('assets.purge.of', { name: asset.name })}
        title={translate('assets.purge.action')}
        onClick={() => setPurged(asset)}
      >
        <Icon icon={Trash2} />
      </IconButton>
    </>
  )
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
        subtitle={keptDays !== undefined && text('subtitle', { smart_count: keptDays })}
        actions={canWrite && <EmptyTrashButton />}
      />
      <PageBody>
        <ResourceList<Asset>
          endless
          resource="assets"
          storeKey="assets/trash"
          label={text('list')}
          filter={inTrash}
          columns={
            canWrite ? [...columns, actionsColumn(translate('kit.actions'), buttons, 190)] : columns
          }
          sort={{ field: 'trashedAt', order: 'DESC' }}
          tools={<TreeButton />}
          search={text('search')}
          card={(asset) => <AssetCard asset={asset}>{canWrite && buttons(asset)}</AssetCard>}
          bulk={
            canWrite && (
              <>
                <MostSelected />
                <RestoreBulk />
                <PurgeBulk />
              </>
            )
          }
          empty={
            <EmptyState
              icon={Trash2}
              title={text('empty.title')}
              description={text('empty.text')}
            />
          }
        />
      </PageBody>
      {purged && <PurgeDialog assets={[purged]} onClose={() => setPurged(undefined)} />}
    </>
  )
}
