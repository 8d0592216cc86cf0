import type { Asset } from '@crossdock/client'
import type { ComponentType } from 'react'
import { CsvPreview } from './CsvPreview.js'
import { ImagePreview } from './ImagePreview.js'
import { MediaPreview } from './MediaPreview.js'
import { PdfPreview } from './PdfPreview.js'
import { TextPreview } from './TextPreview.js'

const kinds: [RegExp, ComponentType<{ asset: Asset }>][] = [
  [/^image\//, ImagePreview],
  [/^(audio|video)\//, MediaPreview],
  [/\/pdf$/, PdfPreview],
  [/\/(csv|tab-separated-values)$/, CsvPreview],
]

/** What a file looks like, by its kind; a text where it is no other. */
export default function Preview({ asset }: { asset: Asset }) {
  const Kind = kinds.find(([pattern]) => pattern.test(asset.mimeType ?? ''))?.[1] ?? TextPreview
  return <Kind asset={asset} />
}
