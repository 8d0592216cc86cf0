import type { Asset } from '@crossdock/client'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import {
  ActionMenu,
  ActionsCell,
  ActionsHeadCell,
  formatBytes,
  RelativeTime,
  wideCell,
} from '@crossdock/admin/kit'
import { useTranslate, type SortPayload } from 'ra-core'
import type { AssetHands } from './actions.js'
import { AssetName } from './AssetName.js'
import { useAssetActions } from './use_asset_actions.js'

export const quietCell = { ...wideCell, color: 'text.secondary', whiteSpace: 'nowrap' } as const

interface AssetTableProps {
  label: string
  items: readonly Asset[]
  sort: SortPayload
  onSort: (sort: SortPayload) => void
  hands: AssetHands
}

/** Folder contents as rows; on phones the figures stand under the name. */
export function AssetTable({ label, items, sort, onSort, hands }: AssetTableProps) {
  const translate = useTranslate()
  const actionsFor = useAssetActions(hands)
  const sorted = (field: string, key: string) => (
    <TableSortLabel
      active={sort.field === field}
      direction={sort.field === field && sort.order === 'DESC' ? 'desc' : 'asc'}
      onClick={() => onSort({ field, order: opposite(sort, field) })}
    >
      {translate(`assets.column.${key}`)}
    </TableSortLabel>
  )
  const direction = (field: string) =>
    sort.field === field ? (sort.order === 'DESC' ? 'desc' : 'asc') : false
  return (
    <Table aria-label={label}>
      <TableHead>
        <TableRow>
          <TableCell sortDirection={direction('name')}>{sorted('name', 'name')}</TableCell>
          <TableCell
            sx={{ ...wideCell, width: 110 }}
            align="right"
            sortDirection={direction('size')}
          >
            {sorted('size', 'size')}
          </TableCell>
          <TableCell sx={{ ...wideCell, width: 90 }}>
            {translate('assets.column.version')}
          </TableCell>
          <TableCell sx={{ ...wideCell, width: 160 }} sortDirection={direction('updatedAt')}>
            {sorted('updatedAt', 'modified')}
          </TableCell>
          <ActionsHeadCell />
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
              {asset.type === 'file' && asset.version
                ? translate('assets.versionShort', { version: asset.version })
                : '–'}
            </TableCell>
            <TableCell sx={quietCell}>
              <RelativeTime time={asset.updatedAt} />
            </TableCell>
            <ActionsCell>
              <ActionMenu
                label={translate('assets.action.menu', { name: asset.name })}
                actions={actionsFor(asset)}
              />
            </ActionsCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const opposite = (sort: SortPayload, field: string) =>
  sort.field === field && sort.order === 'ASC' ? 'DESC' : 'ASC'
