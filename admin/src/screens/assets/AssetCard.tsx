import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatBytes, formatRelative } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { AssetName } from './AssetName.js'
import { modifiedOf } from './model.js'
import { daysLeft, useTrashDays } from './trash/days_left.js'

interface AssetCardProps {
  asset: Asset
  /** The actions of the asset. */
  children?: ReactNode
}

/** A file or folder as a card, with its details below the name. */
export function AssetCard({ asset, children }: AssetCardProps) {
  const translate = useTranslate()
  const keptDays = useTrashDays(Boolean(asset.trashedAt))
  const { type, size, version, trashedAt } = asset
  const figures = [
    type === 'folder' ? translate('assets.folder') : formatBytes(size),
    type === 'file' && version > 1 && translate('assets.versionShort', { version }),
    formatRelative(trashedAt ?? modifiedOf(asset)),
    trashedAt &&
      keptDays !== undefined &&
      translate('assets.trash.left', { smart_count: daysLeft(trashedAt, keptDays) }),
  ]
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, px: 2, py: 1.5 }}>
      <Box sx={{ flex: 1, minWidth: 0, pl: 'var(--card-start)' }}>
        <AssetName asset={asset}>
          <Typography variant="caption" component="p" color="textSecondary">
            {figures.filter(Boolean).join(' · ')}
          </Typography>
        </AssetName>
      </Box>
      <Box sx={{ flex: 'none' }} onClick={(event) => event.stopPropagation()}>
        {children}
      </Box>
    </Box>
  )
}
