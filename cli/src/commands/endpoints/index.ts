import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { recordNames } from '../../completion/names.js'
import { examples } from '../../help.js'
import { addCreate, addRecordVerbs } from '../../records/commands.js'
import type { TestEndpointOptions } from './test.js'

const SYSTEM = 'of this external system: its name, or any part of its id'

const sendFileModes = ['none', 'body', 'multipart']

/** Adds the commands for the endpoints of external systems. */
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

  endpoints
    .command('test')
    .description('Send the request of an endpoint and show the response')
    .addArgument(
      factory.suggest(
        endpoints.createArgument('<name-or-id>', 'its name, or any part of its id'),
        recordNames('/api/integrations/endpoints')(factory)
      )
    )
    .option('--params <file>', 'values for its placeholders, as JSON ("-" is standard input)')
    .option('--asset <id>', 'the file that mappings and placeholders read (default: a sample file)')
    .addOption(new Option('--send-file <mode>', 'how the file is sent').choices(sendFileModes))
    .addHelpText(
      'after',
      examples(
        'crossdock endpoints test "Notify"',
        `echo '{"orderId": 7}' | crossdock endpoints test "Notify" --params -`
      )
    )
    .action(async (typed: string, options: TestEndpointOptions) => {
      const { testEndpoint } = await import('./test.js')
      await testEndpoint(factory, typed, options)
    })
}

async function systemOf(factory: Factory, typed: string) {
  const { systemKind } = await import('../systems/kind.js')
  const { findRecord } = await import('../../records/find.js')
  return findRecord(await factory.api(), systemKind, typed)
}
