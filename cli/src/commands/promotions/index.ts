import type { Command } from 'commander'
import { environmentNames, recordNames } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { PromoteOptions } from './promote.js'

const HELP = `
Systems and endpoints used by its steps are promoted, too; credentials never are. An object promoted before updates its
counterpart, even when renamed; otherwise one of the same name. New workflows, and new systems that need credentials, are inactive.`

const LIST_HELP = `
Lists promotions into the environment of --environment (default: production).`

/** Adds the commands that promote workflows between environments and undo promotions. */
export function addPromotions(program: Command, factory: Factory): void {
  const environment = (flags: string, description: string) =>
    factory.suggest(program.createOption(flags, description), environmentNames(factory))

  program
    .command('promote')
    .description('Promote workflows from one environment to another')
    .addArgument(
      factory.suggest(
        program.createArgument('<workflow...>', 'names, or any parts of ids'),
        recordNames('/api/integrations/workflows')(factory)
      )
    )
    .addOption(environment('--from <environment>', 'source environment; same as --environment'))
    .addOption(environment('--to <environment>', 'target environment'))
    .option('--plan', 'only list the planned changes')
    .option('--yes', 'do not ask')
    .addHelpText('after', HELP)
    .addHelpText(
      'after',
      examples(
        'crossdock promote "Announce arrivals" --from development --to testing --plan',
        'crossdock promote "Announce arrivals" --from testing --to production --yes'
      )
    )
    .action(async (workflows: string[], options: PromoteOptions) => {
      const { promote } = await import('./promote.js')
      await promote(factory, workflows, options)
    })

  const promotions = program
    .command('promotions')
    .description('List the promotions of an environment, and undo them')

  promotions
    .command('list')
    .description('List the promotions into an environment, newest first')
    .addHelpText('after', LIST_HELP)
    .addHelpText(
      'after',
      examples('crossdock promotions list', 'crossdock promotions list --environment testing')
    )
    .action(async () => {
      const { listPromotions } = await import('./list.js')
      await listPromotions(factory)
    })

  promotions
    .command('undo')
    .description('Undo a promotion: delete what it created, and restore what it changed')
    .argument('<promotion>', 'any part of its id')
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('crossdock promotions undo 019b2f31 --yes'))
    .action(async (typed: string, options: { yes?: boolean }) => {
      const { undoPromotion } = await import('./undo.js')
      await undoPromotion(factory, typed, options)
    })
}
