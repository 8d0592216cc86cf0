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

// Not `sx`, which computes the style again for each tile of a long list.
const Picture = styled('img')(({ theme }) => ({
  flex: 'none',
  display: 'block',
  objectFit: 'cover',
  border: `1px solid ${theme.palette.divider}`,
  backgroundColor: theme.palette.surface.inset,
}))

/** The thumbnail of a file, or an icon if the file has none. */
export function AssetThumbnail({ asset, size = 32 }: AssetThumbnailProps) {
  const [failed, setFailed] = useState<string>()
  const url = thumbnailUrl(asset)
  if (!asset.hasThumbnail || failed === url) {
    return <IconTile icon={assetIcon(asset)} tile={size} size={Math.round(size / 2)} />
  }
  return (
    <Picture
      className="tile"
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
