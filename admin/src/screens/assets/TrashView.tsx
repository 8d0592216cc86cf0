import type { Asset } from '@crossdock/client'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import {
  ActionsCell,
  ActionsHeadCell,
  EmptyState,
  ErrorState,
  formatBytes,
  PageBody,
  PageHeader,
  RelativeTime,
  RowsSkeleton,
  SearchField,
  Section,
  useAction,
  usePermissions,
  wideCell,
} from '@crossdock/admin/kit'
import { SearchX, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { AssetName } from './AssetName.js'
import { quietCell } from './AssetTable.js'
import { FolderPath } from './FolderPath.js'
import { LoadMore } from './LoadMore.js'
import { useAssetList } from './use_folder_contents.js'

/** /assets/trash: what was deleted, with a way back. */
export default function TrashView() {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const list = useAssetList({
    filter: { trashed: true, ...(search && { search }) },
    sort: { field: 'updatedAt', order: 'DESC' },
  })
  const title = translate('assets.trash.title')
  return (
    <>
      <PageHeader
        title={title}
        subtitle={translate('assets.trash.subtitle')}
        above={<FolderPath path={[{ id: 'trash', name: title }]} />}
      />
      <PageBody>
        <SearchField
          placeholder={translate('assets.trash.search')}
          value={search}
          onChange={setSearch}
        />
        <Section flush>
          {list.isPending ? (
            <RowsSkeleton />
          ) : list.error ? (
            <ErrorState plain error={list.error} onRetry={list.reload} />
          ) : list.total === 0 && search ? (
            <EmptyState
              plain
              icon={SearchX}
              title={translate('assets.noMatch.title')}
              description={translate('assets.noMatch.text', { search })}
            />
          ) : list.total === 0 ? (
            <EmptyState
              plain
              icon={Trash2}
              title={translate('assets.trash.empty.title')}
              description={translate('assets.trash.empty.text')}
            />
          ) : (
            <>
              <TrashTable items={list.items} />
              <LoadMore list={list} />
            </>
          )}
        </Section>
      </PageBody>
    </>
  )
}

function TrashTable({ items }: { items: readonly Asset[] }) {
  const translate = useTranslate()
  const canWrite = usePermissions().can('assets.write')
  const column = (key: string) => translate(`assets.column.${key}`)
  const restore = useAction<unknown, Asset>(({ id }) => ({ path: `assets/${id}/restore` }), {
    invalidates: ['assets', 'dashboard'],
    success: (_data, { name }) => ({ title: translate('assets.trash.restored', { name }) }),
    error: { fallback: translate('assets.trash.restoreFailed') },
  })
  return (
    <Table aria-label={translate('assets.trash.list')}>
      <TableHead>
        <TableRow>
          <TableCell>{column('name')}</TableCell>
          <TableCell sx={{ ...wideCell, width: 110 }} align="right">
            {column('size')}
          </TableCell>
          <TableCell sx={{ ...wideCell, width: 160 }}>{column('trashed')}</TableCell>
          {canWrite && <ActionsHeadCell />}
        </TableRow>
      </TableHead>
      <TableBody>
        {items.map((asset) => (
          <TableRow key={asset.id} hover>
            <TableCell sx={{ py: 0.75 }}>
              <AssetName asset={asset} />
            </TableCell>
            <TableCell sx={quietCell} align="right">
              {asset.type === 'file' ? formatBytes(asset.size) : '–'}
            </TableCell>
            <TableCell sx={quietCell}>
              <RelativeTime time={asset.trashedAt} />
            </TableCell>
            {canWrite && (
              <ActionsCell>
                <Button
                  size="small"
                  variant="outlined"
                  disabled={restore.isPending && restore.variables?.id === asset.id}
                  aria-label={translate('assets.trash.restore', { name: asset.name })}
                  onClick={() => restore.mutate(asset)}
                >
                  {translate('assets.action.restore')}
                </Button>
              </ActionsCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
