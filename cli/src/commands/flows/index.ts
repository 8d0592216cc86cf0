import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import type { TriggerOptions } from './trigger.js'

/** Starting flows by hand. */
export function addFlows(program: Command, factory: Factory): void {
  program
    .command('flows')
    .description('start flows')
    .command('trigger')
    .description('start an active flow now')
    .argument('<name-or-id>', 'exact name or id of the flow')
    .option('--asset <path-or-id>', 'hand this file or folder to the flow')
    .option('--watch', 'follow the execution; exits with 1 unless it completes')
    .action(async (nameOrId: string, options: TriggerOptions) => {
      const { triggerFlow } = await import('./trigger.js')
      await triggerFlow(factory, nameOrId, options)
    })
}
