import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { UsageOptions } from './show.js'

/** What the environments of a tenant may use, and have used. */
export function addUsage(program: Command, factory: Factory): void {
  program
    .command('usage')
    .description('Show what your environments have used of what they may use')
    .option('--days', 'what was used day by day, instead of what is left')
    .option('--since <date>', 'from this day on (2026-01-31, UTC), with --days')
    .option('--until <date>', 'up to this day, with --days')
    .addHelpText(
      'after',
      examples(
        'crossdock usage',
        'crossdock usage --days --since 2026-01-01',
        "crossdock usage --query 'environments[].meters[]'"
      )
    )
    .action(async (options: UsageOptions) => {
      const { showUsage } = await import('./show.js')
      await showUsage(factory, options)
    })
}
