import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import { errorText, formatBytes } from '@crossdock/admin/kit'
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { contentUrl, previewUrl } from '../model.js'
import { maxRenderedBytes } from './max_rendered_bytes.js'
import { PreviewBar, PreviewButton } from './PreviewBar.js'
import { PreviewText } from './PreviewText.js'
import { useBytes } from './use_bytes.js'

/** Larger images (bytes) load in a reduced size, to save time and traffic. */
const most = 20 * 1024 * 1024
/** Formats that browsers do not show, so that the server converts them. */
const convertedTypes = ['image/tiff', 'image/heic', 'image/heif']
/** The formats that the server can convert. */
const convertibleTypes = [
  ...convertedTypes,
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
]

const [step, minZoom, maxZoom] = [1.5, 0.1, 8]

/** An image as the browser shows it, or converted by the server, with zoom. */
export function ImagePreview({ asset }: { asset: Asset }) {
  const translate = useTranslate()
  /** The URLs that failed. */
  const [failed, setFailed] = useState<string[]>([])
  const [natural, setNatural] = useState(0)
  /** The zoom relative to the natural size; undefined fits the image to the page. */
  const [zoom, setZoom] = useState<number>()
  const [fittedZoom, setFittedZoom] = useState(1)
  const { id, name, size, version, mimeType } = asset
  const say = (key: string, values?: object) => translate(`assets.filePage.${key}`, values)
  const isLarge = size > most
  const isRendered = isLarge || convertedTypes.includes(mimeType ?? '')
  if (isRendered && (size > maxRenderedBytes || !convertibleTypes.includes(mimeType ?? ''))) {
    return <PreviewText>{say('tooLarge', { size: formatBytes(size) })}</PreviewText>
  }
  // The server may convert an image that the browser cannot show. Otherwise the server's answer contains the reason.
  const isShowable = convertibleTypes.includes(mimeType ?? '') && size <= maxRenderedBytes
  const addresses = [
    ...(isRendered ? [] : [contentUrl(id, version)]),
    ...(isShowable ? [previewUrl(asset)] : []),
  ]
  const url = addresses.find((one) => !failed.includes(one))
  if (url === undefined) {
    return isShowable ? (
      <RenderError url={previewUrl(asset)} />
    ) : (
      <PreviewText>{say('notShown')}</PreviewText>
    )
  }
  const zoomBy = (factor: number) =>
    setZoom(Math.min(maxZoom, Math.max(minZoom, (zoom ?? fittedZoom) * factor)))
  const fit = { display: 'block', margin: 'auto', borderRadius: 6 }
  return (
    <>
      <PreviewBar>
        <PreviewButton label={say('zoomOut')} icon={ZoomOut} onClick={() => zoomBy(1 / step)} />
        <PreviewButton label={say('zoomIn')} icon={ZoomIn} onClick={() => zoomBy(step)} />
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
            setFittedZoom(naturalWidth ? width / naturalWidth : 1)
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

/** Shows the server's reason for rendering no image, because a failed `<img>` gives none. */
function RenderError({ url }: { url: string }) {
  const translate = useTranslate()
  const { error } = useBytes(url)
  return (
    <PreviewText>
      {error ? errorText(error, translate) : translate('assets.filePage.notShown')}
    </PreviewText>
  )
}
