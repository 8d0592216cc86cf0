import type { Asset } from '@crossdock/client'
import { modifiedOf } from './download.js'
import { formatBytes, formatRelative } from '../output/format.js'
import type { Column } from '../output/table.js'

/**
 * The columns of lists of files and folders.
 * @param nameOf returns the name to show
 */
export const assetColumns = (nameOf: (asset: Asset) => string): Column<Asset>[] => [
  {
    title: 'Name',
    text: (asset) => (asset.type === 'folder' ? `${nameOf(asset)}/` : nameOf(asset)),
    style: (asset, colors) => (asset.type === 'folder' ? colors.cyan : String),
  },
  {
    title: 'Size',
    text: (asset) => (asset.type === 'folder' ? '' : formatBytes(asset.size)),
    raw: (asset) => (asset.type === 'folder' ? '' : String(asset.size)),
    align: 'right',
  },
  {
    title: 'Version',
    text: (asset) => (asset.type === 'folder' ? '' : String(asset.version ?? 1)),
    align: 'right',
  },
  {
    title: 'Modified',
    text: (asset) => formatRelative(modifiedOf(asset)),
    raw: modifiedOf,
  },
  { title: 'Id', text: (asset) => asset.id, onlyPiped: true },
]
