import type { Command } from 'commander'
import { environmentNames, recordNames } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { PromoteOptions } from './promote.js'

const HELP = `
The systems and endpoints that its steps name go along; credentials never do. What was promoted before keeps its counterpart, whatever
it is called now; else one of the same name is it. New workflows come inactive, new systems as well when they need credentials.`

const LIST_HELP = `
Those into the environment of --environment, without it into production.`

/** Workflows from one environment to another, and the way back. */
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
    .addOption(environment('--from <environment>', 'where they are; as --environment'))
    .addOption(environment('--to <environment>', 'where they are to be'))
    .option('--plan', 'only list what would be done')
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
    .description('See what was promoted to an environment, and take it back')

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
    .description('Take a promotion back: what it made is deleted, what it changed is as before')
    .argument('<promotion>', 'any part of its id')
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('crossdock promotions undo 019b2f31 --yes'))
    .action(async (typed: string, options: { yes?: boolean }) => {
      const { undoPromotion } = await import('./undo.js')
      await undoPromotion(factory, typed, options)
    })
}
