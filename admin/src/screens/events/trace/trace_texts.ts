import type { TraceObject } from '@crossdock/client'
import type { LucideIcon } from '@crossdock/admin/kit'
import { CircleDot, File, ListTree, Radio, Send, SquareCheck, Webhook } from 'lucide-react'
import { useTranslate } from 'ra-core'

const icons: Record<string, LucideIcon> = {
  asset: File,
  webhook_request: Webhook,
  event: Radio,
  execution: ListTree,
  step: SquareCheck,
  call: Send,
}
export const iconOf = (type: string): LucideIcon => icons[type] ?? CircleDot

/** The one-line name of an object. */
export function useTraceTexts() {
  const translate = useTranslate()
  const kind = (type: string) => translate(`events.trace.kind.${type}`, { _: type })
  const title = ({ type, name, detail, attempt, statusCode, isHidden }: TraceObject): string => {
    if (isHidden) return translate('events.trace.hiddenThing', { kind: kind(type) })
    if (type === 'call' && attempt !== null) {
      const values = { attempt, outcome: statusCode ?? translate('events.trace.noAnswer') }
      return translate('events.trace.attempt', values)
    }
    if (type === 'event') return detail ?? kind(type)
    return name ?? detail ?? kind(type)
  }
  return { kind, title }
}
