import { useLocale } from 'ra-core'
import { useEffect, useState } from 'react'

/** A cron expression in words, in the reader's language; undefined while it cannot be read. */
export function useCronSentence(cron: string): string | undefined {
  const locale = useLocale()
  const [sentence, setSentence] = useState<{ of: string; text: string }>()
  useEffect(() => {
    if (cron.split(/\s+/).length !== 5) return
    let isGone = false
    inWords(cron, locale)
      .then((text) => !isGone && setSentence({ of: cron, text }))
      .catch(() => !isGone && setSentence(undefined))
    return () => void (isGone = true)
  }, [cron, locale])
  return sentence?.of === cron ? sentence.text : undefined
}

/** Its words weigh as much as a screen, and only who makes a schedule reads them. */
async function inWords(cron: string, locale: string): Promise<string> {
  const { default: cronstrue } = await import('cronstrue/i18n')
  return cronstrue.toString(cron, { locale: locale === 'de' ? 'de' : 'en' })
}
