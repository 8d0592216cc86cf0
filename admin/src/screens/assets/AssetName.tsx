import type { Asset } from '@crossdock/client'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { AssetLink } from './AssetLink.js'
import { AssetPlace } from './AssetPlace.js'
import { AssetThumbnail } from './AssetThumbnail.js'
import { RestrictedMark } from './RestrictedMark.js'

interface AssetNameProps {
  asset: Asset
  /** Shown below the name. */
  children?: ReactNode
}

const Line = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minWidth: 0,
})
const NameColumn = styled('div')({
  minWidth: 0,
  // A long name takes as many lines as the row has. The full name is in the title.
  '& > .marked': { display: 'flex', alignItems: 'center', gap: 6 },
  '& > a, & > .marked > a, & > .name': {
    display: '-webkit-box',
    width: 'fit-content',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 'var(--name-lines, 2)',
  },
})

/**
 * Icon and name, with the location if the asset is in another folder. The name opens the asset unless it is in the
 * trash.
 */
export function AssetName({ asset, children }: AssetNameProps) {
  return (
    <Line>
      <AssetThumbnail asset={asset} />
      <NameColumn title={asset.name}>
        {asset.trashedAt ? (
          <Typography
            className="name"
            sx={{ fontSize: '0.875rem', fontWeight: 500, overflowWrap: 'anywhere' }}
          >
            {asset.name}
          </Typography>
        ) : (
          <AssetNamed asset={asset} />
        )}
        {children}
        <AssetPlace asset={asset} />
      </NameColumn>
    </Line>
  )
}

const AssetNamed = ({ asset }: { asset: Asset }) =>
  asset.access === 'restricted' ? (
    <span className="marked">
      <AssetLink asset={asset} />
      <RestrictedMark asset={asset} />
    </span>
  ) : (
    <AssetLink asset={asset} />
  )
