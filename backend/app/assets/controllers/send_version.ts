import type { HttpContext } from '@adonisjs/core/http'
import { countUse } from '@crossdock/kernel/ledger'
import { contentStore, type ByteRange, type ContentStream } from '@crossdock/kernel/storage'
import type { Beginning } from '../contracts/index.js'
import type { Asset } from '../models/asset.js'
import type { AssetVersion } from '../models/asset_version.js'
import { sendDownload, type Download } from './send_download.js'

export interface Sending extends Pick<Download, 'headers' | 'shownAs'> {
  /** See `Download`. */
  begin?: (beginning: Beginning) => Promise<void>
}

/** Answers with the bytes of a version. @throws as `sendDownload` */
export function sendVersion(
  http: HttpContext,
  { name }: Pick<Asset, 'name'>,
  { contentId, size, mimeType, createdAt }: AssetVersion,
  { begin, ...sending }: Sending = {}
) {
  const store = contentStore.use()
  let content: ContentStream | undefined
  const read = async (range: ByteRange) => (content = await store.read(contentId, range))
  const sent = () => content?.handedOn ?? 0
  return sendDownload(http, {
    name,
    mimeType,
    size,
    ...sending,
    validators: { etag: `"${contentId}"`, modifiedAt: new Date(createdAt) },
    read,
    check: () => store.assertReadable(contentId),
    begin: async (beginning) => {
      await begin?.({ contentId, size, sent, ...beginning })
      if (beginning.length === size) countUse('filesDownloaded')
    },
  })
}
