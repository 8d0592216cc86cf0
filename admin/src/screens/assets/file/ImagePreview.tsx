import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import { errorText, formatBytes } from '@crossdock/admin/kit'
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { contentUrl, previewUrl } from '../model.js'
import { mostDrawn } from './drawn.js'
import { PreviewBar, PreviewButton } from './PreviewBar.js'
import { PreviewText } from './PreviewText.js'
import { useBytes } from './use_bytes.js'

/** Larger ones come smaller: nobody waits for them, nor pays for them on the way, unasked. */
const most = 20 * 1024 * 1024
/** Browsers do not show these; the server draws them. */
const drawn = ['image/tiff', 'image/heic', 'image/heif']
/** The server draws no others, however large they are. */
const canBeDrawn = [...drawn, 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

const [step, least, greatest] = [1.5, 0.1, 8]

/** A picture as the browser shows it, or as the server has drawn it; to look at closely. */
export function ImagePreview({ asset }: { asset: Asset }) {
  const translate = useTranslate()
  /** The addresses that could not be shown. */
  const [failed, setFailed] = useState<string[]>([])
  const [natural, setNatural] = useState(0)
  /** Of what it is by itself; undefined: as large as there is room. */
  const [zoom, setZoom] = useState<number>()
  const [fitted, setFitted] = useState(1)
  const { id, name, size, version, mimeType } = asset
  const say = (key: string, values?: object) => translate(`assets.filePage.${key}`, values)
  const isLarge = size > most
  const isDrawn = isLarge || drawn.includes(mimeType ?? '')
  if (isDrawn && (size > mostDrawn || !canBeDrawn.includes(mimeType ?? ''))) {
    return <PreviewText>{say('tooLarge', { size: formatBytes(size) })}</PreviewText>
  }
  // The server may draw an image that the browser cannot show; otherwise it gives the reason.
  const isShowable = canBeDrawn.includes(mimeType ?? '') && size <= mostDrawn
  const addresses = [
    ...(isDrawn ? [] : [contentUrl(id, version)]),
    ...(isShowable ? [previewUrl(asset)] : []),
  ]
  const url = addresses.find((one) => !failed.includes(one))
  if (url === undefined) {
    return isShowable ? (
      <WhyNot url={previewUrl(asset)} />
    ) : (
      <PreviewText>{say('notShown')}</PreviewText>
    )
  }
  const by = (factor: number) =>
    setZoom(Math.min(greatest, Math.max(least, (zoom ?? fitted) * factor)))
  const fit = { display: 'block', margin: 'auto', borderRadius: 6 }
  return (
    <>
      <PreviewBar>
        <PreviewButton label={say('zoomOut')} icon={ZoomOut} onClick={() => by(1 / step)} />
        <PreviewButton label={say('zoomIn')} icon={ZoomIn} onClick={() => by(step)} />
        <PreviewButton
          label={say('fit')}
          icon={Maximize}
          disabled={zoom === undefined}
          onClick={() => setZoom(undefined)}
        />
      </PreviewBar>
      <Box
        role="region"
        aria-label={name}
        tabIndex={0}
        sx={{ maxHeight: 560, overflow: 'auto', borderRadius: '6px' }}
      >
        <img
          key={url}
          src={url}
          alt={name}
          onError={() => setFailed([...failed, url])}
          onLoad={({ currentTarget: { naturalWidth, width } }) => {
            setNatural(naturalWidth)
            setFitted(naturalWidth ? width / naturalWidth : 1)
          }}
          style={
            zoom === undefined
              ? { ...fit, maxWidth: '100%', maxHeight: 480 }
              : { ...fit, width: natural * zoom, maxWidth: 'none' }
          }
        />
      </Box>
    </>
  )
}

/** Asks the server why it draws no image. A failed `<img>` gives no reason. */
function WhyNot({ url }: { url: string }) {
  const translate = useTranslate()
  const { error } = useBytes(url)
  return (
    <PreviewText>
      {error ? errorText(error, translate) : translate('assets.filePage.notShown')}
    </PreviewText>
  )
}
