import type { Asset } from '@crossdock/client'
import { styled } from '@mui/material/styles'
import { useTranslate } from 'ra-core'
import { useParams } from 'react-router-dom'
import { placeOf } from './model.js'

const Line = styled('p')(({ theme }) => ({
  ...theme.typography.caption,
  margin: 0,
  color: theme.palette.text.secondary,
  overflowWrap: 'anywhere',
}))

/** The location of an asset that is listed outside its folder: found, starred or deleted. */
export function AssetPlace({ asset: { path, parentId, trashedAt } }: { asset: Asset }) {
  const shown = useParams()['*'] ?? ''
  const translate = useTranslate()
  // The top level needs no text, except for assets that can be restored there.
  const place = placeOf(path) || (trashedAt ? translate('assets.title') : '')
  return place !== '' && parentId !== shown && <Line>{place}</Line>
}
