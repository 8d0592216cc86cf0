import type { MouseEvent } from 'react'
import { useApi } from './api.js'
import { useErrorToast } from './useErrorToast.js'

interface DownloadLink {
  href: string
  download: string | true
  onClick: (event: MouseEvent) => void
}

interface Download {
  /** Downloads a URL of this server. */
  start: (url: string, name?: string) => void
  /** Props of a link that downloads on click. */
  link: (url: string, name?: string) => DownloadLink
}

/**
 * Downloads run in the browser, which cannot show an ended session. The session is therefore checked first,
 * and the person signs in again over the page as for any call.
 */
export function useDownload(): Download {
  const api = useApi()
  const showError = useErrorToast()
  const start = (url: string, name?: string) => {
    api.ready().then(() => save(url, name), showError)
  }
  return {
    start,
    link: (url, name) => ({
      href: url,
      download: name ?? true,
      onClick: (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        start(url, name)
      },
    }),
  }
}

function save(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
