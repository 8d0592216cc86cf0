import type { Import, ImportChange, ImportOperation, ImportPlan } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { textOf } from '../../local_file.js'
import { findRecord } from '../../records/find.js'
import { systemKind } from './kind.js'
import { endpointsCounted, newSystemBody, type NewSystemOptions } from './made.js'

export interface ImportOptions extends NewSystemOptions {
  system?: string
  dryRun?: boolean
  yes?: boolean
}

/** Creates a system from an OpenAPI description, or updates one. With `--dry-run` prints the planned changes. */
export async function importSystem(
  factory: Factory,
  typed: string,
  { system, dryRun = false, yes = false, ...own }: ImportOptions
): Promise<void> {
  const api = await factory.api()
  const done = await api.post<Import>('/api/integrations/imports', {
    ...(await sourceOf(factory, typed)),
    ...(await newSystemBody(factory, own)),
    dryRun,
    ...(yes ? { confirm: true } : {}),
    ...(system === undefined ? {} : { systemId: (await findRecord(api, systemKind, system)).id }),
  })
  if (factory.flags.json) return factory.printJson(done)
  const { plan, changes, result } = done
  if (result) {
    const { systemName, systemId, created, updated, deleted } = result
    return factory.say(
      `${systemName}: ${endpointsCounted(created)} created, ${updated} changed, ${deleted} deleted; id ${systemId}.`
    )
  }
  if (plan) await sayPlan(factory, plan)
  if (changes) {
    for (const key of changes.added) factory.say(`Added: ${key}`)
    for (const change of changes.changed) factory.say(`Changed: ${about(change)}`)
    for (const change of changes.removed) factory.say(`Removed: ${about(change)}`)
    const stays = changes.unchanged === 1 ? 'is unchanged' : 'are unchanged'
    factory.say(`${endpointsCounted(changes.unchanged)} ${stays}.`)
  }
}

/** A file, standard input ("-"), or an address that the server reads. */
export async function sourceOf(
  factory: Factory,
  typed: string
): Promise<{ url: string } | { document: string }> {
  return /^https?:\/\//i.test(typed) ? { url: typed } : { document: await textOf(factory, typed) }
}

async function sayPlan(factory: Factory, plan: ImportPlan): Promise<void> {
  const { title, version, format, system, operations, findings } = plan
  factory.note(`${title} ${version}, OpenAPI ${format}, ${system.baseUrl ?? 'no base URL'}`)
  for (const { message } of findings) factory.note(message)
  await factory.printList(
    operations,
    [
      { title: 'Key', text: ({ key }: ImportOperation) => key, whole: true },
      { title: 'Method', text: ({ method }) => method },
      { title: 'Path', text: ({ path }) => path },
      { title: 'Name', text: ({ name }) => name },
      {
        title: 'Finding',
        text: findingOf,
        style: (one, colors) => (one.canImport ? colors.yellow : colors.red),
      },
    ],
    'The description has no operations.'
  )
}

const findingOf = ({ findings }: ImportOperation): string =>
  findings
    .filter(({ level }) => level !== 'info')
    .map(({ message }) => message)
    .join(' ')

function about({ key, what, isEdited, newRequired, usedBy }: ImportChange): string {
  const parts = [
    what.join(', '),
    newRequired.length > 0 ? `now needs ${newRequired.join(', ')}` : '',
    isEdited ? 'edited by hand' : '',
    usedBy.length > 0
      ? `used by ${[...new Set(usedBy.map(({ workflow }) => workflow))].join(', ')}`
      : '',
  ]
  const said = parts.filter(Boolean).join('; ')
  return said === '' ? key : `${key} (${said})`
}
