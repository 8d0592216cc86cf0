import type { Usage } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { formatBytes, formatRelative } from '../../output/format.js'

export interface UsageOptions {
  days?: boolean
  since?: string
  until?: string
}

/** One limit of one environment, shown as a row. */
type Line = Usage['environments'][number]['meters'][number] & { environment: string }

export async function showUsage(
  factory: Factory,
  { days, since, until }: UsageOptions
): Promise<void> {
  if (!days && (since ?? until) !== undefined) {
    throw new UsageError(
      '--since and --until need --days.',
      'For example: crossdock usage --days --since 2026-01-01.'
    )
  }
  const api = await factory.api()
  const query = { ...(since && { since }), ...(until && { until }) }
  const usage = await api.get<Usage>('/api/tenant/usage', query)
  if (factory.flags.json) return factory.printJson(usage)
  if (days) return printDays(factory, usage)
  const lines: Line[] = usage.environments.flatMap(({ name, meters }) =>
    meters.map((meter) => ({ ...meter, environment: name }))
  )
  await factory.printList(
    lines,
    [
      { title: 'Environment', text: ({ environment }) => environment },
      { title: 'What', text: ({ label }) => label },
      {
        title: 'Used',
        text: ({ used }) => number(used),
        raw: ({ used }) => String(used),
        align: 'right',
      },
      {
        title: 'Of',
        text: ({ limit }) => number(limit),
        raw: ({ limit }) => String(limit),
        align: 'right',
      },
      {
        title: '%',
        text: (line) => String(percent(line)),
        style: (line, colors) =>
          percent(line) > 90 ? colors.red : percent(line) > 75 ? colors.yellow : colors.green,
        align: 'right',
      },
      {
        title: 'Resets',
        text: ({ resetsAt }) => (resetsAt ? formatRelative(resetsAt) : ''),
        raw: ({ resetsAt }) => resetsAt ?? '',
      },
      { title: 'Limit', text: ({ name }) => name },
    ],
    'No limits.'
  )
}

async function printDays(factory: Factory, { environments, days }: Usage): Promise<void> {
  const names = new Map(environments.map(({ environmentId, name }) => [environmentId, name]))
  await factory.printList(
    days,
    [
      { title: 'Day', text: ({ date }) => date },
      { title: 'Environment', text: ({ environmentId }) => names.get(environmentId) ?? '' },
      { title: 'Calls', text: ({ apiCalls }) => String(apiCalls), align: 'right' },
      { title: 'Failed', text: ({ errorCalls }) => String(errorCalls), align: 'right' },
      {
        title: 'Average',
        text: ({ averageResponseTime }) => `${averageResponseTime} ms`,
        raw: ({ averageResponseTime }) => String(averageResponseTime),
        align: 'right',
      },
      {
        title: 'Runs',
        text: ({ workflowExecutions }) => String(workflowExecutions),
        align: 'right',
      },
      { title: 'Uploads', text: ({ filesUploaded }) => String(filesUploaded), align: 'right' },
      {
        title: 'Downloads',
        text: ({ filesDownloaded }) => String(filesDownloaded),
        align: 'right',
      },
      {
        title: 'Stored',
        text: ({ storageUsed }) => formatBytes(storageUsed),
        raw: ({ storageUsed }) => String(storageUsed),
        align: 'right',
      },
    ],
    'No usage in this period.'
  )
}

const number = (value: number) => value.toLocaleString('en-US')

/** A limit of zero is always fully used. */
const percent = ({ used, limit }: Line) =>
  limit === 0 ? 100 : Math.round((used / limit) * 1000) / 10
