import type { Asset } from '@crossdock/client'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { contentUrl } from '../model.js'
import { PreviewText } from './PreviewText.js'

/** Audio or video in the browser's player, which requests the parts it needs. */
export function MediaPreview({ asset }: { asset: Asset }) {
  const translate = useTranslate()
  const [failed, setFailed] = useState(false)
  const { id, name, version, mimeType } = asset
  if (failed) return <PreviewText>{translate('assets.filePage.notPlayed')}</PreviewText>
  const media = {
    src: contentUrl(id, version),
    controls: true,
    preload: 'metadata',
    'aria-label': name,
    onError: () => setFailed(true),
  }
  return mimeType?.startsWith('video/') ? (
    <video
      {...media}
      style={{ display: 'block', maxWidth: '100%', maxHeight: 480, borderRadius: 6 }}
    />
  ) : (
    <audio {...media} style={{ display: 'block', width: '100%' }} />
  )
}
