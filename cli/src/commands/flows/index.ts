import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { TriggerOptions } from './trigger.js'

/** Starting flows by hand. */
export function addFlows(program: Command, factory: Factory): void {
  program
    .command('flows')
    .description('Start flows')
    .command('trigger')
    .description('Start an active flow now')
    .argument('<name-or-id>', 'its exact name, or any part of its id')
    .option('--asset <path-or-id>', 'hand this file or folder to the flow')
    .option('--watch', 'follow the execution; exits with 1 unless it completes')
    .addHelpText(
      'after',
      examples(
        'crossdock flows trigger "Invoice intake"',
        'crossdock flows trigger "Invoice intake" --asset /Invoices/2026/a.pdf --watch'
      )
    )
    .action(async (nameOrId: string, options: TriggerOptions) => {
      const { triggerFlow } = await import('./trigger.js')
      await triggerFlow(factory, nameOrId, options)
    })
}
