import type { Command } from 'commander'
import { environmentNames } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { ChangeOptions } from './changes.js'
import type { CreateEnvironmentOptions } from './create.js'

const FIELDS = `
The fields are those of "show --json", such as apiCallsPerMonth, storageQuotaGB or isActive. --set takes them one by one, --input all at
once; what is not named stays, or comes from the template.`

const all = (value: string, before: string[] = []) => [...before, value]

/** Where a tenant works, and what it may use there. */
export function addEnvironments(program: Command, factory: Factory): void {
  const environments = program
    .command('environments')
    .alias('env')
    .description('See environments, and manage those of all tenants (super administrator)')
  const environment = () =>
    factory.suggest(
      environments.createArgument('<environment>', 'its name, or any part of its id'),
      environmentNames(factory)
    )
  const fields = (command: Command) =>
    command
      .option('--set <field=value>', 'a field and its value; may be given several times', all)
      .option('--input <file>', 'the fields as JSON ("-" is standard input)')

  environments
    .command('list')
    .description('List the environments of your tenant; to the super administrator those of all')
    .option('--deleted', 'those that were deleted less than 15 minutes ago (super administrator)')
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
    .addArgument(environment())
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
      .option('--template <name>', 'take what is not given from this one (default: its name)')
      .option('--display-name <text>', 'what people call it')
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
      .description('Change an environment; its name and its tenant stay (super administrator)')
      .addArgument(environment())
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
    .description('Delete an environment; for 15 minutes "restore" takes it back')
    .addArgument(environment())
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('crossdock environments delete testing --tenant acme --yes'))
    .action(async (typed: string, { yes = false }: { yes?: boolean }) => {
      const { deleteEnvironment } = await import('./delete.js')
      await deleteEnvironment(factory, typed, yes)
    })

  environments
    .command('restore')
    .description('Take the deletion of an environment back (super administrator)')
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
    .description('Keep an environment in the profile, to work in unless told otherwise')
    .addArgument(
      factory.suggest(
        environments.createArgument('[id-or-name]', 'the environment'),
        environmentNames(factory)
      )
    )
    .option('--none', 'keep none: work in production')
    .addHelpText(
      'after',
      examples('crossdock environments use development', 'crossdock env use --none')
    )
    .action(async (typed: string | undefined, options: { none?: boolean }) => {
      const { useEnvironment } = await import('./use.js')
      await useEnvironment(factory, typed, options)
    })
}
