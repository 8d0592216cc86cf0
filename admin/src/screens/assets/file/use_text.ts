import type { Asset } from '@crossdock/client'
import { useMemo } from 'react'
import { contentUrl } from '../model.js'
import { textOf } from './text_of.js'
import { useBytes } from './use_bytes.js'

/** Bytes of a text that are shown, for files of any size. */
export const mostBytes = 512 * 1024

/** The beginning of a file as text; null for binary data. */
export function useText(asset: Asset) {
  const isCut = asset.size > mostBytes
  const read = useBytes(contentUrl(asset.id, asset.version), {
    range: [0, mostBytes - 1],
    enabled: asset.size > 0,
  })
  const bytes = read.data?.bytes
  const text = useMemo(() => (bytes ? textOf(bytes, isCut) : ''), [bytes, isCut])
  return { ...read, text, isCut }
}
