import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { assetPaths, flowNames } from '../../completion/names.js'
import { examples } from '../../help.js'
import type { TriggerOptions } from './trigger.js'

/** Starting flows by hand. */
export function addFlows(program: Command, factory: Factory): void {
  const flows = program.command('flows').description('Start flows')

  addTrigger(flows, factory, 'crossdock flows trigger')
  // By itself, too: it is what people and scripts start most.
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
        flows.createOption('--asset <path-or-id>', 'hand this file or folder to the flow'),
        assetPaths(factory)
      )
    )
    .option(
      '--input <name=value...>',
      'what the flow asks for; texts are read as the numbers or dates it asks for'
    )
    .option('--input-file <file>', 'the same as one JSON object ("-" is standard input)')
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
