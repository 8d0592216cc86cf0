import type { Asset } from '@crossdock/client'
import { styled } from '@mui/material/styles'
import { formatBytes, formatRelative } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { AssetLink } from './AssetLink.js'
import { AssetPlace } from './AssetPlace.js'
import { AssetCover } from './AssetCover.js'
import { modifiedOf } from './model.js'
import { RestrictedMark } from './RestrictedMark.js'

interface AssetTileProps {
  asset: Asset
  /** The actions of the asset. */
  children?: ReactNode
}

const Foot = styled('div')({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 4,
  padding: '10px 8px 10px 14px',
})
const TextBox = styled('div')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  '& a': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: '0.875rem',
  },
  '& p': { margin: '2px 0 0', fontSize: '0.75rem', color: theme.palette.text.secondary },
}))

/** A file or folder in the grid: picture or icon, with its name below. */
export function AssetTile({ asset, children }: AssetTileProps) {
  const translate = useTranslate()
  const { name, type, size } = asset
  const figure = type === 'folder' ? translate('assets.folder') : formatBytes(size)
  return (
    <>
      <AssetCover asset={asset} />
      <Foot>
        <TextBox title={name}>
          <AssetLink asset={asset} />
          <p>
            {figure} · {formatRelative(modifiedOf(asset))} <RestrictedMark asset={asset} />
          </p>
          <AssetPlace asset={asset} />
        </TextBox>
        <span onClick={(event) => event.stopPropagation()}>{children}</span>
      </Foot>
    </>
  )
}
