import type { TrayState } from '@crossdock/admin/kit'
import { useI18nProvider, useTranslate } from 'ra-core'
import { use, useEffect, useState } from 'react'
import type { ScreensI18nProvider } from '../../../i18n/provider.js'
import { isOver, type UploadItem } from './queue.js'
import { shareOf } from './share_of.js'
import { useUploads } from './use_uploads.js'

interface UploadCounterProps {
  onState: (state: TrayState) => void
}

/** How long the tray says that all uploads have finished (ms). */
const FINISHED_FOR = 6_000

/** Reports the running uploads to the tray. */
export default function UploadCounter({ onState }: UploadCounterProps) {
  const { items } = useUploads()
  const count = items.filter(({ state }) => !isOver(state)).length
  const failed = items.filter(({ state }) => state === 'failed' || state === 'interrupted').length
  const text = useText(items)
  useEffect(() => onState({ count, failed, text }), [onState, count, failed, text])
  return null
}

function useText(items: readonly UploadItem[]): string | undefined {
  const i18n = useI18nProvider() as ScreensI18nProvider
  const translate = useTranslate()
  const running = items.filter(({ state }) => !isOver(state) && state !== 'interrupted')
  const count = (wanted: UploadItem['state']) =>
    items.filter(({ state }) => state === wanted).length
  const [failed, interrupted, done] = [count('failed'), count('interrupted'), count('done')]
  const [seen, setSeen] = useState(0)
  const isNews = done > seen
  // Cleared uploads no longer count.
  if (done < seen) setSeen(done)
  useEffect(() => {
    if (!isNews || running.length > 0) return
    const timer = setTimeout(() => setSeen(done), FINISHED_FOR)
    return () => clearTimeout(timer)
  }, [isNews, running.length, done])

  if (running.length + failed + interrupted === 0 && !isNews) return undefined
  // Most screens load without these texts.
  use(i18n.screenTexts())
  const text = (key: string, values?: object) => translate(`assets.uploads.${key}`, values)
  if (running.length > 0) {
    return running.every(({ state }) => state === 'paused')
      ? text('nowPaused')
      : text('running', {
          smart_count: running.length,
          percent: Math.floor(shareOf(items)),
        })
  }
  if (failed > 0) return text('failedCount', { count: failed })
  return interrupted > 0 ? text('interruptedCount', { count: interrupted }) : text('nowFinished')
}
