import type { MailTest, System } from '@crossdock/client'
import { CliError, ExitCode } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { printDetails } from '../../output/details.js'
import { formatBytes, formatDuration, formatRelative } from '../../output/format.js'

export async function showSystem(factory: Factory): Promise<void> {
  const system = await (await factory.api()).get<System>('/api/system')
  if (factory.flags.json) return factory.printJson(system)
  printDetails(factory, [
    ...health(system),
    ...installation(system),
    ...queue(system),
    ...storage(system),
    ...keys(system),
    ['Mail', system.mail.server ?? 'written to DATA_DIR/mail'],
    ['Plugins', plugins(system)],
  ])
  for (const { part, reason } of system.unanswered) factory.note(`Unknown: ${part}. ${reason}`)
}

/** Tests the mail server. A mail that is not accepted is a failure. */
export async function testMail(factory: Factory): Promise<void> {
  const test = await (await factory.api()).post<MailTest>('/api/system/mail-test', undefined)
  const { accepted, message, to, tookMs, writtenTo } = test
  if (factory.flags.json) factory.printJson(test)
  else if (writtenTo) {
    factory.say(`No mail server is configured: the mail to ${to} was written to ${writtenTo}.`)
  } else if (accepted) factory.say(`A mail to ${to} was accepted (${formatDuration(tookMs)}).`)
  if (!accepted) {
    throw new CliError(ExitCode.failure, `The mail to ${to} was not accepted: ${message ?? ''}`)
  }
}

type Lines = [name: string, value: string | null][]

function health({ health: found }: System): Lines {
  if (!found) return []
  const ill = Object.entries(found.components).filter(([, { status }]) => status !== 'ok')
  return [
    ['Status', found.status],
    ...ill.map(([name, { status, message = '' }]): Lines[number] => [
      name,
      `${status}: ${message}`,
    ]),
  ]
}

function installation({ version, node, server, database, workers }: System): Lines {
  const { host, pid, role, startedAt, memoryBytes } = server
  return [
    ['Crossdock', version],
    ['Node.js', node],
    [
      'Server',
      `${host}, process ${pid} (${role}), started ${formatRelative(startedAt)}, ${formatBytes(memoryBytes)}`,
    ],
    ['Workers', workers === null ? null : String(workers)],
    [
      'Database',
      database &&
        `${database.kind} ${database.version}, ${formatBytes(database.bytes)}, ${database.migrations} migrations`,
    ],
  ]
}

function queue({ queue: found }: System): Lines {
  if (!found) return []
  const { waiting, running, scheduled, held, paused, failed, unknown, most } = found
  const count = (value: number) => (value >= most ? `${value} or more` : String(value))
  const words = { due: waiting, running, 'for later': scheduled, held, paused, unknown }
  return [
    [
      'Jobs',
      Object.entries(words)
        .map(([word, value]) => `${count(value)} ${word}`)
        .join(', '),
    ],
    ['Failed jobs', count(failed)],
    ['Parked events', count(found.parkedWaiting + found.parkedFailed)],
  ]
}

function storage({ storage: found }: System): Lines {
  if (!found) return []
  const { kind, bytes, freeBytes, damagedParts, verifiedAt } = found
  const free = freeBytes === null ? '' : `, ${formatBytes(freeBytes)} free`
  return [
    ['Storage', `${kind}, ${formatBytes(bytes)} used${free}`],
    ['Damaged chunks', damagedParts === 0 ? null : String(damagedParts)],
    ['Verified', verifiedAt && formatRelative(verifiedAt)],
  ]
}

function keys({ encryption }: System): Lines {
  return (encryption?.keys ?? []).map(({ id, use, firstUsedAt, sealed }) => [
    `Key ${id}`,
    `${use}, ${sealed === 1 ? '1 sealed value' : `${sealed} sealed values`}${firstUsedAt ? `, since ${firstUsedAt.slice(0, 10)}` : ''}`,
  ])
}

const plugins = ({ plugins: found }: System): string | null =>
  found &&
  found.map(({ name, status }) => (status === 'ok' ? name : `${name} (${status})`)).join(', ')
