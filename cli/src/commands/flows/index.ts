import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { assetPaths, flowNames } from '../../completion/names.js'
import { examples } from '../../help.js'
import type { TriggerOptions } from './trigger.js'

/** Adds the commands that start flows. */
export function addFlows(program: Command, factory: Factory): void {
  const flows = program.command('flows').description('Start flows')

  addTrigger(flows, factory, 'crossdock flows trigger')
  // Also a top-level command: people and scripts start flows often.
  addTrigger(program, factory, 'crossdock trigger')
}

function addTrigger(flows: Command, factory: Factory, called: string): void {
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
        flows.createOption('--asset <path-or-id>', 'pass this file or folder to the flow'),
        assetPaths(factory)
      )
    )
    .option(
      '--input <name=value...>',
      'an input of the flow; converted to the type the flow declares'
    )
    .option('--input-file <file>', 'all inputs as one JSON object ("-" is standard input)')
    .option('--watch', 'follow the execution; exits with 1 unless it completes')
    .addHelpText(
      'after',
      examples(
        `${called} "Invoice intake"`,
        `${called} "Invoice intake" --asset /Invoices/2026/a.pdf --watch`,
        `${called} "Weigh in" --input weight=12.5 --input dock=north`
      )
    )
    .action(async (nameOrId: string, options: TriggerOptions) => {
      const { triggerFlow } = await import('./trigger.js')
      await triggerFlow(factory, nameOrId, options)
    })
}
