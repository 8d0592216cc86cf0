import type { Asset } from '@crossdock/client'
import { styled } from '@mui/material/styles'
import { Icon } from '@crossdock/admin/kit'
import { useState } from 'react'
import { assetIcon, thumbnailUrl } from './model.js'

const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  height: 112,
  overflow: 'hidden',
  borderBottom: `1px solid ${theme.palette.divider}`,
  color: theme.palette.text.secondary,
  backgroundColor: theme.palette.surface.inset,
}))
const Picture = styled('img')({ width: '100%', height: '100%', objectFit: 'cover' })

/** The picture of a file or folder in the grid, or the icon of its type. */
export function AssetCover({ asset }: { asset: Asset }) {
  const [failed, setFailed] = useState<string>()
  const url = thumbnailUrl(asset)
  return (
    <Frame aria-hidden>
      {asset.hasThumbnail && failed !== url ? (
        <Picture
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(url)}
        />
      ) : (
        <Icon icon={assetIcon(asset)} size={34} />
      )}
    </Frame>
  )
}
