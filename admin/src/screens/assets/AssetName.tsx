import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { formatBytes, formatRelative, IconTile, useDownload } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { assetIcon, contentUrl, folderUrl } from './model.js'

/** Icon and name: a folder opens, a file downloads, something in the trash does neither. */
export function AssetName({ asset }: { asset: Asset }) {
  const translate = useTranslate()
  const download = useDownload()
  const { id, name, type, trashedAt } = asset
  const text = { fontSize: '0.875rem', fontWeight: 500, overflowWrap: 'anywhere' }
  const figures = [
    type === 'folder' ? translate('assets.folder') : formatBytes(asset.size),
    type === 'file' &&
      (asset.version ?? 1) > 1 &&
      translate('assets.versionShort', { version: asset.version }),
    formatRelative(trashedAt ?? asset.updatedAt),
  ]
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0, minHeight: 36 }}>
      <IconTile icon={assetIcon(asset)} tile={32} size={16} />
      <Box sx={{ minWidth: 0 }}>
        {trashedAt ? (
          <Typography sx={text}>{name}</Typography>
        ) : type === 'folder' ? (
          <Link
            component={RouterLink}
            to={folderUrl(id)}
            color="inherit"
            underline="hover"
            sx={text}
          >
            {name}
          </Link>
        ) : (
          <Link
            {...download.link(contentUrl(id), name)}
            color="inherit"
            underline="hover"
            sx={text}
          >
            {name}
          </Link>
        )}
        <Typography
          variant="caption"
          component="p"
          color="textSecondary"
          sx={{ display: { md: 'none' } }}
        >
          {figures.filter(Boolean).join(' · ')}
        </Typography>
      </Box>
    </Box>
  )
}
