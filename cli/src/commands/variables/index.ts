import type { Command } from 'commander'
import { variableNames } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { DeleteVariableOptions } from './delete.js'
import type { ImportVariablesOptions } from './import.js'
import type { ListVariablesOptions } from './list.js'
import type { SetVariableOptions } from './set.js'

const HELP = `
Addresses, credentials, requests and steps refer to them as {variables.PARTNER_HOST}. Each environment has its own variables;
without --environment, production is used. Secrets can be set but never read.`

const IMPORT_HELP = `
The file has lines such as PARTNER_HOST=api.partner.example; values in quotes may have several lines. Other variables stay unchanged.
Existing secrets stay secrets.`

const append = (value: string, before: string[] = []) => [...before, value]

/** Adds the commands for variables and secrets of an environment. */
export function addVariables(program: Command, factory: Factory): void {
  const variables = program
    .command('variables')
    .description('Manage the variables and secrets of an environment')
    .addHelpText('after', HELP)
  const variable = () =>
    factory.suggest(
      variables.createArgument('<name>', 'such as PARTNER_HOST'),
      variableNames(factory)
    )

  variables
    .command('list')
    .description('List the variables; values of secrets are not shown')
    .option('--search <text>', 'part of the name or the description')
    .addHelpText(
      'after',
      examples('crossdock variables list', 'crossdock variables list --environment testing')
    )
    .action(async (options: ListVariablesOptions) => {
      const { listVariables } = await import('./list.js')
      await listVariables(factory, options)
    })

  variables
    .command('get')
    .description('Print the value of a variable')
    .addArgument(variable())
    .addHelpText('after', examples('crossdock variables get PARTNER_HOST'))
    .action(async (name: string) => {
      const { getVariable } = await import('./get.js')
      await getVariable(factory, name)
    })

  variables
    .command('set')
    .description('Add a variable, or change its value')
    .addArgument(variable())
    .option('--value <value>', 'its value (default: standard input)')
    .option('--secret', 'make it a secret, which is never shown again')
    .option('--description <text>', 'its purpose; "" removes it')
    .addHelpText(
      'after',
      examples(
        'crossdock variables set PARTNER_HOST --value api.partner.example',
        'crossdock variables set PARTNER_KEY --secret < key.txt'
      )
    )
    .action(async (name: string, options: SetVariableOptions) => {
      const { setVariable } = await import('./set.js')
      await setVariable(factory, name, options)
    })

  variables
    .command('delete')
    .description('Delete a variable that nothing uses')
    .addArgument(variable())
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('crossdock variables delete PARTNER_HOST --yes'))
    .action(async (name: string, options: DeleteVariableOptions) => {
      const { deleteVariable } = await import('./delete.js')
      await deleteVariable(factory, name, options)
    })

  variables
    .command('import')
    .description('Set the variables that a .env file assigns')
    .argument('<file>', 'its path; "-" for standard input')
    .addOption(
      variables
        .createOption('--secret <name>', 'make this variable a secret; may be given several times')
        .argParser(append)
    )
    .option('--all-secret', 'make all of them secrets')
    .option('--dry-run', 'only list what would be added and changed')
    .option('--yes', 'do not ask')
    .addHelpText('after', IMPORT_HELP)
    .addHelpText(
      'after',
      examples(
        'crossdock variables import .env --dry-run',
        'crossdock variables import testing.env --environment testing --secret PARTNER_KEY --yes'
      )
    )
    .action(async (file: string, options: ImportVariablesOptions) => {
      const { importVariables } = await import('./import.js')
      await importVariables(factory, file, options)
    })
}
