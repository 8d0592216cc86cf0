import type { Share } from '@crossdock/client'
import { useApi, useErrorToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

/** Copies links. Where the browser refuses, `refused` is the text to copy by hand. */
export function useLinkCopy() {
  const api = useApi()
  const showError = useErrorToast()
  const translate = useTranslate()
  const [copied, setCopied] = useState<string>()
  const [refused, setRefused] = useState<string>()
  /** Resolves to whether the text is on the clipboard. */
  const write = async (text: string, id: string): Promise<boolean> => {
    try {
      // Missing on pages of another host without TLS.
      await navigator.clipboard.writeText(text)
      setCopied(id)
      setRefused(undefined)
      return true
    } catch {
      setRefused(text)
      return false
    }
  }
  /**
   * Reads the URL of a stored link and copies it.
   * @returns the URL; undefined when it was not copied
   */
  const copy = async ({ id }: Pick<Share, 'id'>): Promise<string | undefined> => {
    try {
      const { url } = await api.action<{ url: string }>({ path: `shares/${id}/link`, body: {} })
      return (await write(url, id)) ? url : undefined
    } catch (error) {
      showError(error, { fallback: translate('shares.copy.failed') })
      return undefined
    }
  }
  return { copied, refused, write, copy, done: () => setRefused(undefined) }
}
