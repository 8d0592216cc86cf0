import { Option, type Command } from 'commander'
import { recordNames } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { ApplyOptions } from './apply.js'
import { addNewSystemOptions, severalKeys } from '../systems/made.js'
import type { CreateOptions } from './create.js'
import type { UpdateOptions } from './update.js'

/** Adds the commands for templates of external systems. */
export function addTemplates(program: Command, factory: Factory): void {
  const templates = program
    .command('templates')
    .description('Manage contract templates, and create systems from them')
  const load = async () => (await import('./kind.js')).templateKind
  const named = () =>
    factory.suggest(
      templates.createArgument('<name-or-id>', 'its name, or any part of its id'),
      recordNames('/api/contract-templates')(factory)
    )

  templates
    .command('list')
    .description('List all contract templates')
    .option('--search <text>', 'part of the name or the description')
    .option('--category <name>', 'only templates of this category')
    .addHelpText(
      'after',
      examples('crossdock templates list', 'crossdock templates list --search customs')
    )
    .action(async (filter: { search?: string; category?: string }) => {
      const { listRecords } = await import('../../records/verbs.js')
      await listRecords(factory, await load(), { ...filter })
    })

  templates
    .command('show')
    .description('Show a contract template with its definition')
    .addArgument(named())
    .option('--template-version <version>', 'an earlier version of the template')
    .addHelpText('after', examples('crossdock templates show "Generic REST" --json'))
    .action(async (typed: string, options: { templateVersion?: string }) => {
      const { showTemplate } = await import('./show.js')
      await showTemplate(factory, typed, options)
    })

  const applying = templates
    .command('apply')
    .description('Create a system with endpoints from a contract template')
    .addArgument(named())
    .option('--template-version <version>', 'an earlier version of the template')
  addNewSystemOptions(applying, 'template')
    .addHelpText(
      'after',
      examples(
        'crossdock templates apply "Carrier tracking" --name "Harbor carrier" --base-url https://api.carrier.example'
      )
    )
    .action(async (typed: string, options: ApplyOptions) => {
      const { applyTemplate } = await import('./apply.js')
      await applyTemplate(factory, typed, options)
    })

  /** Adds the options for the source of a template. */
  const addSourceOptions = (command: Command) =>
    command
      .addOption(
        factory.suggest(
          new Option(
            '--from-system <name-or-id>',
            'create it from this system, without its secrets'
          ),
          recordNames('/api/integrations/systems')(factory)
        )
      )
      .option('--from-openapi <file-or-url>', 'create it from this OpenAPI description')
      .addOption(severalKeys())
      .option('--input <file>', 'create it from this definition as JSON ("-" is standard input)')
      .option('--description <text>', 'purpose of the template')
      .option('--category <name>', 'category in the list of templates')

  addSourceOptions(
    templates
      .command('create')
      .description('Create a contract template')
      .argument('<name>', 'name of the template')
  )
    .option('--global', 'for everyone (super administrator)')
    .addHelpText(
      'after',
      examples(
        'crossdock templates create "Warehouse, standard" --from-system "Warehouse North"',
        'crossdock templates create Parcels --from-openapi parcels.yaml --only createShipment'
      )
    )
    .action(async (name: string, options: CreateOptions) => {
      const { createTemplate } = await import('./create.js')
      await createTemplate(factory, name, options)
    })

  addSourceOptions(
    templates
      .command('update')
      .description('Change a contract template; a changed contract creates a new version')
      .addArgument(named())
  )
    .option('--name <name>', 'new name')
    .option('--activate', 'make it available')
    .option('--deactivate', 'make it unavailable until it is activated again')
    .addHelpText(
      'after',
      examples(
        'crossdock templates update "Warehouse, standard" --from-system "Warehouse North"',
        'crossdock templates update "Warehouse, standard" --deactivate'
      )
    )
    .action(async (typed: string, options: UpdateOptions) => {
      const { updateTemplate } = await import('./update.js')
      await updateTemplate(factory, typed, options)
    })

  templates
    .command('delete')
    .description('Delete a contract template; systems made from it stay')
    .addArgument(named())
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('crossdock templates delete "Warehouse, standard" --yes'))
    .action(async (typed: string, options: { yes?: boolean }) => {
      const { deleteRecord } = await import('../../records/verbs.js')
      await deleteRecord(factory, await load(), typed, options.yes ?? false)
    })
}
