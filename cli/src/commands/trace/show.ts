import type { Trace, TraceObject } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatDuration } from '../../output/format.js'

/** Prints the chain as a tree. Actions of a run or a step are indented below it. */
export async function showTrace(factory: Factory, type: string, id: string): Promise<void> {
  const api = await factory.api()
  const trace = await api.get<Trace>(`/api/trace/${type}/${encodeURIComponent(id)}`)
  if (factory.flags.json) return factory.printJson(trace)
  const rows = trace.objects.map((one, at) => ({ one, isChosen: at === trace.chosen }))
  await factory.printList(
    rows,
    [
      { title: '', text: ({ isChosen }) => (isChosen ? '>' : '') },
      { title: 'What', text: ({ one }) => `${'  '.repeat(one.depth)}${wordsOf(one)}`, whole: true },
      { title: 'Status', text: ({ one }) => String(one.statusCode ?? one.status ?? '') },
      { title: 'Started', text: ({ one }) => one.startedAt },
      { title: 'Duration', text: ({ one }) => formatDuration(one.durationMs), align: 'right' },
      { title: 'Id', text: ({ one }) => one.id ?? '', onlyPiped: true },
    ],
    'The object has no causes and no effects.'
  )
  if (trace.isCut) factory.say('There is more. A trace shows at most 500 objects.')
}

const WORDS: Record<string, string> = {
  asset: 'File',
  webhook_request: 'Webhook request',
  event: 'Event',
  execution: 'Run',
  step: 'Step',
  call: 'Call',
}

function wordsOf({ type, name, detail, attempt, isHidden }: TraceObject): string {
  const word = WORDS[type] ?? type
  if (isHidden) return `${word} (hidden: you have no permission to read it)`
  const which = type === 'event' || type === 'step' ? [detail, name] : [name, detail]
  const tried = attempt ? `, attempt ${attempt}` : ''
  return `${word} ${which.filter(Boolean).join(', ')}${tried}`.trimEnd()
}
