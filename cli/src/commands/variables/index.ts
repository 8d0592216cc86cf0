import type { Command } from 'commander'
import { variableNames } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { DeleteVariableOptions } from './delete.js'
import type { ImportVariablesOptions } from './import.js'
import type { ListVariablesOptions } from './list.js'
import type { SetVariableOptions } from './set.js'

const HELP = `
Addresses, credentials, requests and steps have places for them: {variables.PARTNER_HOST}. Each environment has its own; without
--environment these are those of production. Secrets can be set, and read by nobody.`

const IMPORT_HELP = `
It has lines such as PARTNER_HOST=api.partner.example; values in quotes may have several lines. Variables it does not name stay.
What is a secret already stays one.`

const all = (value: string, before: string[] = []) => [...before, value]

/** Variables and secrets of an environment. */
export function addVariables(program: Command, factory: Factory): void {
  const variables = program
    .command('variables')
    .description('See, set and delete the variables and secrets of an environment')
    .addHelpText('after', HELP)
  const variable = () =>
    factory.suggest(
      variables.createArgument('<name>', 'such as PARTNER_HOST'),
      variableNames(factory)
    )

  variables
    .command('list')
    .description('List the variables; of secrets that they are set')
    .option('--search <text>', 'only those with this in their name or description')
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
    .option('--value <value>', 'what it holds; standard input when left out')
    .option('--secret', 'never show it again')
    .option('--description <text>', 'what it is for; "" takes it away')
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
        .createOption('--secret <name>', 'keep this one as a secret; may be given several times')
        .argParser(all)
    )
    .option('--all-secret', 'keep all of them as secrets')
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
