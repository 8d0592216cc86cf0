import type { Asset } from '@crossdock/client'
import { formatBytes, RelativeTime, type ListColumn } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { modifiedOf } from './model.js'
import { AssetName } from './AssetName.js'
import { TagsCell } from './TagsCell.js'

type Column = 'name' | 'tags' | 'size' | 'version' | 'modified' | 'created' | 'trashed'

/** Columns of files and folders, in the given order. */
export function useAssetColumns(...chosen: Column[]): ListColumn<Asset>[] {
  const translate = useTranslate()
  const time = { sortable: true, firstOrder: 'DESC', width: 140 } as const
  const columns: Record<Column, Omit<ListColumn<Asset>, 'label'>> = {
    name: { source: 'name', sortable: true, render: (asset) => <AssetName asset={asset} /> },
    tags: {
      source: 'tags',
      optional: true,
      width: 180,
      render: ({ tags }) => <TagsCell tags={tags} />,
    },
    size: {
      source: 'size',
      sortable: true,
      firstOrder: 'DESC',
      align: 'right',
      width: 100,
      render: ({ type, size }) => (type === 'file' ? formatBytes(size) : '–'),
    },
    version: {
      source: 'version',
      width: 80,
      render: ({ type, version }) =>
        type === 'file' ? translate('assets.versionShort', { version }) : '–',
    },
    modified: {
      ...time,
      source: 'fileModifiedAt',
      render: (asset) => <RelativeTime time={modifiedOf(asset)} />,
    },
    created: {
      ...time,
      source: 'createdAt',
      optional: true,
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
    trashed: {
      ...time,
      source: 'trashedAt',
      render: ({ trashedAt }) => <RelativeTime time={trashedAt} />,
    },
  }
  return chosen.map((key) => ({ ...columns[key], label: translate(`assets.column.${key}`) }))
}
