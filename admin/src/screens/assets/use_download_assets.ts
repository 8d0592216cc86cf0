import type { Asset } from '@crossdock/client'
import { useDownload, useToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { contentUrl, zipUrl } from './model.js'

/** The server's limit per URL. */
export const MAX_DOWNLOADED = 200

/** Downloads a file unchanged; folders, and several assets, as one ZIP file. */
export function useDownloadAssets(): (...assets: readonly Asset[]) => void {
  const translate = useTranslate()
  const toast = useToast()
  const { start } = useDownload()
  return (...assets) => {
    const [asset, ...others] = assets
    if (!asset) return
    if (assets.length > MAX_DOWNLOADED) {
      const title = translate('assets.tooManyToDownload', { most: MAX_DOWNLOADED })
      return toast({ title, kind: 'destructive' })
    }
    // The server names the ZIP file.
    if (others.length > 0) return start(zipUrl(assets.map(({ id }) => id)))
    start(contentUrl(asset.id), asset.type === 'file' ? asset.name : undefined)
  }
}
