import type { Asset } from '@crossdock/client'
import { styled } from '@mui/material/styles'
import { IconTile } from '@crossdock/admin/kit'
import { useState } from 'react'
import { assetIcon, thumbnailUrl } from './model.js'

interface AssetThumbnailProps {
  asset: Pick<Asset, 'id' | 'type' | 'mimeType' | 'version' | 'hasThumbnail'>
  /** Edge length in pixels. */
  size?: number
}

// Not by `sx`, which is worked out anew for each of the tiles of a long list.
const Picture = styled('img')(({ theme }) => ({
  flex: 'none',
  display: 'block',
  objectFit: 'cover',
  border: `1px solid ${theme.palette.divider}`,
  backgroundColor: theme.palette.surface.inset,
}))

/** What a file looks like in a small square; an icon where there is no picture of it. */
export function AssetThumbnail({ asset, size = 32 }: AssetThumbnailProps) {
  const [failed, setFailed] = useState<string>()
  const url = thumbnailUrl(asset)
  if (!asset.hasThumbnail || failed === url) {
    return <IconTile icon={assetIcon(asset)} tile={size} size={Math.round(size / 2)} />
  }
  return (
    <Picture
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      width={size}
      height={size}
      style={{ borderRadius: size > 40 ? 10 : 8 }}
      onError={() => setFailed(url)}
    />
  )
}
