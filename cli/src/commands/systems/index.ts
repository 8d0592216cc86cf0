import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import { recordNames } from '../../completion/names.js'
import { addCreate, addRecordVerbs } from '../../records/commands.js'
import type { ImportOptions } from './import.js'
import { addNewSystemOptions } from './made.js'
import type { TestSystemOptions } from './test.js'

const IMPORT_HELP = `
The description is of OpenAPI 2.0, 3.0 or 3.1, in JSON or YAML. --dry-run lists its operations with
their keys and notes. With --system new operations are added and changed ones
are updated; edited and removed operations change only when --only names them.`

const CONNECT_HELP = `
For systems that sign in by OAuth 2.0 with an authorization code. Open the address in a browser in
which you are signed in to Crossdock as the person of this command line.`

/** Adds the commands for external systems, which flows call. */
export function addSystems(program: Command, factory: Factory): void {
  const systems = program.command('systems').description('Manage external systems')
  const wording = { noun: 'systems', one: 'an external system' }
  const load = async () => (await import('./kind.js')).systemKind

  systems
    .command('list')
    .description('List all external systems')
    .option('--search <text>', 'part of the name or the description')
    .addHelpText(
      'after',
      examples('crossdock systems list', 'crossdock systems list --search port')
    )
    .action(async (options: { search?: string }) => {
      const { listRecords } = await import('../../records/verbs.js')
      await listRecords(factory, await load(), { search: options.search })
    })

  addCreate(systems, factory, wording, load, async () => (await load()).path).addHelpText(
    'after',
    examples('crossdock systems create --input harbour.json')
  )
  const importing = systems
    .command('import')
    .description('Create a system with endpoints from an OpenAPI description')
    .argument('<file-or-url>', 'the description: a file, "-", or a URL that the server reads')
    .addOption(
      factory.suggest(
        systems.createOption('--system <name-or-id>', 'update this system'),
        recordNames('/api/integrations/systems')(factory)
      )
    )
    .option('--dry-run', 'only print the planned changes')
    .option('--yes', 'do not ask, even when workflows will fail')
  addNewSystemOptions(importing, 'description')
    .addHelpText('after', IMPORT_HELP)
    .addHelpText(
      'after',
      examples(
        'crossdock systems import parcels.yaml --dry-run',
        'crossdock systems import parcels.yaml --name "Parcels" --only createShipment',
        'crossdock systems import https://parcels.example/openapi.json --system "Parcels"'
      )
    )
    .action(async (typed: string, options: ImportOptions) => {
      const { importSystem } = await import('./import.js')
      await importSystem(factory, typed, options)
    })
  addRecordVerbs(systems, factory, wording, load)

  systems
    .command('test')
    .description('Test the connection to an external system and its credentials')
    .addArgument(
      factory.suggest(
        systems.createArgument('<name-or-id>', 'its name, or any part of its id'),
        recordNames('/api/integrations/systems')(factory)
      )
    )
    .option('--path <path>', 'path below the base URL (default: the base URL)')
    .addOption(new Option('--method <method>', 'HTTP method').choices(['GET', 'HEAD', 'OPTIONS']))
    .addHelpText(
      'after',
      examples(
        'crossdock systems test "Harbour"',
        'crossdock systems test "Harbour" --path /orders?limit=1'
      )
    )
    .action(async (typed: string, options: TestSystemOptions) => {
      const { testSystem } = await import('./test.js')
      await testSystem(factory, typed, options)
    })

  const one = () =>
    factory.suggest(
      systems.createArgument('<name-or-id>', 'its name, or any part of its id'),
      recordNames('/api/integrations/systems')(factory)
    )
  systems
    .command('pause')
    .description('Pause the calls to an external system until they are resumed')
    .addArgument(one())
    .option('--reason <text>', 'reason, shown to everyone who sees the system')
    .addHelpText('after', examples('crossdock systems pause "Harbour" --reason "Maintenance"'))
    .action(async (typed: string, { reason }: { reason?: string }) => {
      const { setCircuit } = await import('./circuit.js')
      await setCircuit(factory, typed, { state: 'open', reason })
    })

  systems
    .command('resume')
    .description('Resume the calls to an external system')
    .addArgument(one())
    .addHelpText('after', examples('crossdock systems resume "Harbour"'))
    .action(async (typed: string) => {
      const { setCircuit } = await import('./circuit.js')
      await setCircuit(factory, typed, { state: 'closed' })
    })

  systems
    .command('connect')
    .description('Print the address where a person grants access, and wait for the grant')
    .addArgument(one())
    .option('--timeout <seconds>', 'maximum time to wait', '600')
    .addHelpText('after', CONNECT_HELP)
    .addHelpText('after', examples('crossdock systems connect "Harbour"'))
    .action(async (typed: string, { timeout }: { timeout: string }) => {
      const { connectSystem } = await import('./connect.js')
      await connectSystem(factory, typed, timeout)
    })
}
