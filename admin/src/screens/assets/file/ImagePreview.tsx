import type { Asset } from '@crossdock/client'
import Typography from '@mui/material/Typography'
import { formatBytes } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { contentUrl } from '../model.js'

/** Larger ones are to be downloaded: nobody waits for them, nor pays for them on the way, unasked. */
const MOST = 20 * 1024 * 1024

/** A picture as the browser shows it. */
export default function ImagePreview({ asset }: { asset: Asset }) {
  const translate = useTranslate()
  const [failed, setFailed] = useState(false)
  const { id, name, size, version } = asset
  if (failed || size > MOST) {
    return (
      <Typography color="textSecondary">
        {failed
          ? translate('assets.filePage.notShown')
          : translate('assets.filePage.tooLarge', { size: formatBytes(size) })}
      </Typography>
    )
  }
  return (
    <img
      src={contentUrl(id, version)}
      alt={name}
      onError={() => setFailed(true)}
      style={{ display: 'block', maxWidth: '100%', maxHeight: 480, borderRadius: 6 }}
    />
  )
}
