import type { Share } from '@crossdock/client'
import { useApi, useErrorToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

/** Copies links. Where the browser refuses, `refused` is the text to be copied by hand. */
export function useLinkCopy() {
  const api = useApi()
  const tell = useErrorToast()
  const translate = useTranslate()
  const [copied, setCopied] = useState<string>()
  const [refused, setRefused] = useState<string>()
  /** Whether the text is in the clipboard now. */
  const write = async (text: string, id: string): Promise<boolean> => {
    try {
      // Not there on pages of another machine that came without TLS.
      await navigator.clipboard.writeText(text)
      setCopied(id)
      setRefused(undefined)
      return true
    } catch {
      setRefused(text)
      return false
    }
  }
  /** Reads the address of a link that was kept, and copies it. @returns the address; undefined where it was not copied */
  const copy = async ({ id }: Pick<Share, 'id'>): Promise<string | undefined> => {
    try {
      const { url } = await api.action<{ url: string }>({ path: `shares/${id}/link`, body: {} })
      return (await write(url, id)) ? url : undefined
    } catch (error) {
      tell(error, { fallback: translate('shares.copy.failed') })
      return undefined
    }
  }
  return { copied, refused, write, copy, done: () => setRefused(undefined) }
}
