import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { recordNames } from '../../completion/names.js'
import { examples } from '../../help.js'
import { addCreate, addRecordVerbs } from '../../records/commands.js'

const SYSTEM = 'of this external system: its name, or any part of its id'

/** What a system can be asked to do. */
export function addEndpoints(program: Command, factory: Factory): void {
  const endpoints = program
    .command('endpoints')
    .description('See and change the endpoints of external systems')
  const wording = { noun: 'endpoints', one: 'an endpoint' }
  const ofSystem = () =>
    factory.suggest(
      endpoints.createOption('--system <name-or-id>', SYSTEM),
      recordNames('/api/integrations/systems')(factory)
    )
  const load = async () => (await import('./kind.js')).endpointKind

  endpoints
    .command('list')
    .description('List endpoints')
    .addOption(ofSystem())
    .option('--search <text>', 'part of the name or the path')
    .addHelpText(
      'after',
      examples('crossdock endpoints list', 'crossdock endpoints list --system "Harbour"')
    )
    .action(async ({ system, search }: { system?: string; search?: string }) => {
      const { listRecords } = await import('../../records/verbs.js')
      const systemId = system === undefined ? undefined : (await systemOf(factory, system)).id
      await listRecords(factory, await load(), { search, systemId })
    })

  addCreate(endpoints, factory, wording, load, async ({ system = '' }) => {
    return `/api/integrations/systems/${(await systemOf(factory, system)).id}/endpoints`
  })
    .addOption(ofSystem().makeOptionMandatory())
    .addHelpText(
      'after',
      examples('crossdock endpoints create --system "Harbour" --input notify.json')
    )
  addRecordVerbs(endpoints, factory, wording, load)
}

async function systemOf(factory: Factory, typed: string) {
  const { systemKind } = await import('../systems/kind.js')
  const { findRecord } = await import('../../records/find.js')
  return findRecord(await factory.api(), systemKind, typed)
}
