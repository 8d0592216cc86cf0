import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { IconTile, RowLink, useDownload } from '@crossdock/admin/kit'
import type { ReactNode } from 'react'
import { assetIcon, contentUrl } from './model.js'
import { useFolderUrl } from './use_folder_url.js'

interface AssetNameProps {
  asset: Asset
  /** Stands below the name. */
  children?: ReactNode
}

const text = { fontSize: '0.875rem', fontWeight: 500, overflowWrap: 'anywhere' }

/** Icon and name: a folder opens, a file downloads, something in the trash does neither. */
export function AssetName({ asset, children }: AssetNameProps) {
  const { id, name, type, trashedAt } = asset
  const download = useDownload()
  const folderUrl = useFolderUrl()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0, minHeight: 36 }}>
      <IconTile icon={assetIcon(asset)} tile={32} size={16} />
      <Box sx={{ minWidth: 0 }}>
        {trashedAt ? (
          <Typography sx={text}>{name}</Typography>
        ) : type === 'folder' ? (
          <RowLink to={folderUrl(id)}>{name}</RowLink>
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
        {children}
      </Box>
    </Box>
  )
}
