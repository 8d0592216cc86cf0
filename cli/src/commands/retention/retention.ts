import type { Retention } from '@crossdock/client'
import { ApiError } from '../../api/api_error.js'
import type { ApiClient } from '../../api/client.js'
import { withoutItemPosition } from '../../api/only_one.js'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'

export interface SetRetentionOptions {
  yes?: boolean
}

type Kept = Retention['records'][number]

const path = '/api/tenant/retention'

export async function showRetention(factory: Factory): Promise<void> {
  const api = await factory.api()
  await printRules(factory, await api.get<Retention>(path))
}

/** Sets one rule. Asks for confirmation when existing records would be deleted. */
export async function setRetention(
  factory: Factory,
  kind: string,
  typed: string,
  { yes = false }: SetRetentionOptions
): Promise<void> {
  const rules = [{ kind, days: daysIn(typed) }]
  const api = await factory.api()
  const answer = await store(factory, api, { rules }, yes)
  await printRules(factory, answer)
}

async function store(
  factory: Factory,
  api: ApiClient,
  body: object,
  yes: boolean
): Promise<Retention> {
  const put = async (json: object) =>
    (await (await api.send('PUT', path, { json })).json()) as Retention
  try {
    return await put(body)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'E_DELETES') throw withoutItemPosition(error)
    await factory.prompter.assertConfirmed(yes, error.details.join(' ').trim())
    return put({ ...body, confirm: true })
  }
}

function daysIn(typed: string): number | null {
  if (typed === 'usual') return null
  if (/^\d{1,6}$/.test(typed) && Number(typed) > 0) return Number(typed)
  throw new UsageError(
    `"${typed}" is not a number of days.`,
    'Give a whole number from 1, or "usual".'
  )
}

async function printRules(factory: Factory, retention: Retention): Promise<void> {
  if (factory.flags.json) return factory.printJson(retention)
  const runOf = ({ kind }: Kept) => retention.lastRuns.find((run) => run.kind === kind)
  await factory.printList(
    retention.records,
    [
      { title: 'Kind', text: ({ kind }) => kind },
      { title: 'Kept', text: keptFor },
      { title: 'Rule', text: ({ days }) => (days === null ? 'default' : inDays(days)) },
      { title: 'At least', text: ({ least }) => (least ? inDays(least.days) : '') },
      { title: 'Deleted', text: (kept) => String(runOf(kept)?.deleted ?? ''), align: 'right' },
      {
        title: 'Last run',
        text: (kept) => {
          const run = runOf(kept)
          if (!run) return ''
          if (run.failed) return 'failed'
          return run.endedAt ? formatRelative(run.endedAt) : 'in progress'
        },
        raw: (kept) => runOf(kept)?.endedAt ?? '',
      },
    ],
    'No retention rules.'
  )
  for (const { kind, count, at } of retention.due) {
    factory.note(`Of ${kind} ${count} will be deleted after ${at.slice(0, 10)}.`)
  }
}

const inDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

function keptFor({ belongsTo, keptDays, environments }: Kept): string {
  if (belongsTo === 'tenant') return keptDays === null ? 'without limit' : inDays(keptDays)
  return environments.map(({ name, keptDays: days }) => `${name} ${inDays(days)}`).join(', ')
}
