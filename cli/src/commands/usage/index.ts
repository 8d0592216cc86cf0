import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { UsageOptions } from './show.js'

/** Adds the command for limits and usage of a tenant's environments. */
export function addUsage(program: Command, factory: Factory): void {
  program
    .command('usage')
    .description('Show the usage and the limits of your environments')
    .option('--days', 'usage per day, instead of the current limits')
    .option('--since <date>', 'first day (2026-01-31, UTC), with --days')
    .option('--until <date>', 'last day, with --days')
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
