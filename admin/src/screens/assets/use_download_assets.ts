import type { Asset } from '@crossdock/client'
import { useDownload, useToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { contentUrl, zipUrl } from './model.js'

/** As many as the server takes in one address. */
export const MOST_DOWNLOADED = 200

/** Downloads a file as it is; folders, and several at once, come as one zip. */
export function useDownloadAssets(): (...assets: readonly Asset[]) => void {
  const translate = useTranslate()
  const toast = useToast()
  const { start } = useDownload()
  return (...assets) => {
    const [asset, ...others] = assets
    if (!asset) return
    if (assets.length > MOST_DOWNLOADED) {
      const title = translate('assets.tooManyToDownload', { most: MOST_DOWNLOADED })
      return toast({ title, kind: 'destructive' })
    }
    // The server names what it puts together.
    if (others.length > 0) return start(zipUrl(assets.map(({ id }) => id)))
    start(contentUrl(asset.id), asset.type === 'file' ? asset.name : undefined)
  }
}
