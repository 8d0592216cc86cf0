import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { assetPaths, flowNames } from '../../completion/names.js'
import { examples } from '../../help.js'
import type { TriggerOptions } from './trigger.js'

/** Starting flows by hand. */
export function addFlows(program: Command, factory: Factory): void {
  const flows = program.command('flows').description('Start flows')

  flows
    .command('trigger')
    .description('Start an active flow now')
    .addArgument(
      factory.suggest(
        flows.createArgument('<name-or-id>', 'its exact name, or any part of its id'),
        flowNames(factory)
      )
    )
    .addOption(
      factory.suggest(
        flows.createOption('--asset <path-or-id>', 'hand this file or folder to the flow'),
        assetPaths(factory)
      )
    )
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
