import type { Command } from 'commander'
import { environmentNames } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { ChangeOptions } from './changes.js'
import type { CreateEnvironmentOptions } from './create.js'

const FIELDS = `
The fields are those of "show --json", such as apiCallsPerMonth, storageQuotaGB or isActive. --set takes one field, --input
several. Omitted fields keep their values, or come from the template.`

const append = (value: string, before: string[] = []) => [...before, value]

/** Adds the commands for environments and their limits. */
export function addEnvironments(program: Command, factory: Factory): void {
  const environments = program
    .command('environments')
    .alias('env')
    .description('List environments, and manage those of all tenants (super administrator)')
  const environmentArgument = () =>
    factory.suggest(
      environments.createArgument('<environment>', 'its name, or any part of its id'),
      environmentNames(factory)
    )
  const fields = (command: Command) =>
    command
      .option('--set <field=value>', 'a field and its value; may be given several times', append)
      .option('--input <file>', 'the fields as JSON ("-" is standard input)')

  environments
    .command('list')
    .description('List the environments of your tenant; for super administrators, of all tenants')
    .option('--deleted', 'only those deleted in the last 15 minutes (super administrator)')
    .addHelpText(
      'after',
      examples(
        'crossdock environments list',
        'crossdock environments list --tenant acme',
        "crossdock environments list --query '[?!isActive].id'"
      )
    )
    .action(async (options: { deleted?: boolean }) => {
      const { listEnvironments } = await import('./list.js')
      await listEnvironments(factory, options)
    })

  environments
    .command('show')
    .description('Show an environment with its limits')
    .addArgument(environmentArgument())
    .addHelpText('after', examples('crossdock environments show production'))
    .action(async (typed: string) => {
      const { showEnvironment } = await import('./show.js')
      await showEnvironment(factory, typed)
    })

  fields(
    environments
      .command('create')
      .description('Create an environment for the tenant of --tenant (super administrator)')
      .option('--name <name>', 'development, testing or production')
      .option(
        '--template <name>',
        'template for fields that are not given (default: the one of the same name)'
      )
      .option('--display-name <text>', 'name shown to people')
  )
    .addHelpText('after', FIELDS)
    .addHelpText(
      'after',
      examples(
        'crossdock environments create --tenant acme --name testing',
        'crossdock environments create --tenant acme --name development --set maxWorkflows=10'
      )
    )
    .action(async (options: CreateEnvironmentOptions) => {
      const { createEnvironment } = await import('./create.js')
      await createEnvironment(factory, options)
    })

  fields(
    environments
      .command('update')
      .description('Change an environment; its name and tenant cannot change (super administrator)')
      .addArgument(environmentArgument())
  )
    .addHelpText('after', FIELDS)
    .addHelpText(
      'after',
      examples(
        'crossdock environments update testing --tenant acme --set apiCallsPerMonth=20000',
        'crossdock environments update testing --tenant acme --set isActive=false'
      )
    )
    .action(async (typed: string, options: ChangeOptions) => {
      const { updateEnvironment } = await import('./update.js')
      await updateEnvironment(factory, typed, options)
    })

  environments
    .command('delete')
    .description('Delete an environment; "restore" works for 15 minutes')
    .addArgument(environmentArgument())
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('crossdock environments delete testing --tenant acme --yes'))
    .action(async (typed: string, { yes = false }: { yes?: boolean }) => {
      const { deleteEnvironment } = await import('./delete.js')
      await deleteEnvironment(factory, typed, yes)
    })

  environments
    .command('restore')
    .description('Restore a deleted environment (super administrator)')
    .argument('<environment>', 'its name, or any part of its id')
    .addHelpText('after', examples('crossdock environments restore testing --tenant acme'))
    .action(async (typed: string) => {
      const { restoreEnvironment } = await import('./restore.js')
      await restoreEnvironment(factory, typed)
    })
  addUse(environments, factory)
}

function addUse(environments: Command, factory: Factory): void {
  environments
    .command('use')
    .description('Save an environment in the profile as the default')
    .addArgument(
      factory.suggest(
        environments.createArgument('[id-or-name]', 'the environment'),
        environmentNames(factory)
      )
    )
    .option('--none', 'save none: use production')
    .addHelpText(
      'after',
      examples('crossdock environments use development', 'crossdock env use --none')
    )
    .action(async (typed: string | undefined, options: { none?: boolean }) => {
      const { useEnvironment } = await import('./use.js')
      await useEnvironment(factory, typed, options)
    })
}
