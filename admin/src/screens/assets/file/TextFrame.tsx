import type { Asset } from '@crossdock/client'
import { ErrorState, formatBytes, RowsSkeleton } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { PreviewText } from './PreviewText.js'
import { mostBytes, useText } from './use_text.js'

interface TextFrameProps {
  asset: Asset
  children: (text: string) => ReactNode
}

/** Reads the beginning of a file, and says if it is not complete. */
export function TextFrame({ asset, children }: TextFrameProps) {
  const translate = useTranslate()
  const { text, isCut, isLoading, error, refetch } = useText(asset)
  const say = (key: string, values?: object) => translate(`assets.filePage.${key}`, values)
  if (isLoading) return <RowsSkeleton rows={4} />
  if (error) return <ErrorState plain error={error} onRetry={() => void refetch()} />
  if (text === null) return <PreviewText>{say('noText')}</PreviewText>
  const sizes = { shown: formatBytes(mostBytes), size: formatBytes(asset.size) }
  return (
    <>
      {children(text)}
      {isCut && <PreviewText>{say('firstBytes', sizes)}</PreviewText>}
    </>
  )
}
