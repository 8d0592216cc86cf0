import { formatRelative } from '../output/format.js'
import type { Column } from '../output/table.js'

export const activeColumn = (): Column<{ isActive: boolean }> => ({
  title: 'Status',
  text: (row) => (row.isActive ? 'Active' : 'Inactive'),
  raw: (row) => (row.isActive ? 'active' : 'inactive'),
  style: (row, colors) => (row.isActive ? colors.green : colors.yellow),
})

export const modifiedColumn = (): Column<{ updatedAt: string }> => ({
  title: 'Modified',
  text: (row) => formatRelative(row.updatedAt),
  raw: (row) => row.updatedAt,
})
