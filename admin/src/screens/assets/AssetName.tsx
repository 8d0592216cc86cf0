import type { Asset } from '@crossdock/client'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { RowLink, useDownload } from '@crossdock/admin/kit'
import type { ReactNode } from 'react'
import { AssetThumbnail } from './AssetThumbnail.js'
import { contentUrl } from './model.js'
import { useFolderUrl } from './use_folder_url.js'

interface AssetNameProps {
  asset: Asset
  /** Stands below the name. */
  children?: ReactNode
}

const text = { fontSize: '0.875rem', fontWeight: 500, overflowWrap: 'anywhere' }

const Line = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minWidth: 0,
  minHeight: 36,
})
const Beside = styled('div')({ minWidth: 0 })

/** Icon and name: a folder opens, a file downloads, something in the trash does neither. */
export function AssetName({ asset, children }: AssetNameProps) {
  const { id, name, type, trashedAt } = asset
  const download = useDownload()
  const folderUrl = useFolderUrl()
  return (
    <Line>
      <AssetThumbnail asset={asset} />
      <Beside>
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
      </Beside>
    </Line>
  )
}
