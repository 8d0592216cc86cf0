import type { Asset } from '@crossdock/client'
import { formatBytes } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ComponentType } from 'react'
import { CsvPreview } from './CsvPreview.js'
import { maxRenderedBytes } from './max_rendered_bytes.js'
import { ImagePreview } from './ImagePreview.js'
import { MediaPreview } from './MediaPreview.js'
import { PdfPreview } from './PdfPreview.js'
import { PreviewText } from './PreviewText.js'
import { TextPreview } from './TextPreview.js'

const kinds: [RegExp, ComponentType<{ asset: Asset }>][] = [
  [/^image\//, ImagePreview],
  [/^(audio|video)\//, MediaPreview],
  [/\/pdf$/, PdfPreview],
  [/\/(csv|tab-separated-values)$/, CsvPreview],
]

/** The preview by file type; text by default. */
export default function Preview({ asset }: { asset: Asset }) {
  const Kind = kinds.find(([pattern]) => pattern.test(asset.mimeType ?? ''))?.[1] ?? TextPreview
  const translate = useTranslate()
  const say = (key: string, values?: object) => translate(`assets.filePage.${key}`, values)
  const { size } = asset
  if (size === 0) return <PreviewText>{say('empty')}</PreviewText>
  if (Kind === PdfPreview && size > maxRenderedBytes) {
    return <PreviewText>{say('tooLarge', { size: formatBytes(size) })}</PreviewText>
  }
  return <Kind asset={asset} />
}
