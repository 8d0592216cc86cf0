import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { environmentNames } from '../../completion/names.js'
import { examples } from '../../help.js'

/** Where commands work. */
export function addEnvironments(program: Command, factory: Factory): void {
  const environments = program
    .command('environments')
    .alias('env')
    .description('Choose the environment of the organization to work in')
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
