import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'

const TYPES = ['asset', 'event', 'execution', 'call', 'webhook_request']

/** Adds the command that shows causes and effects of an object. */
export function addTrace(program: Command, factory: Factory): void {
  program
    .command('trace')
    .description('Show the causes and the effects of an object')
    .addArgument(program.createArgument('<type>', 'type of the object').choices(TYPES))
    .argument('<id>', 'its full id')
    .addHelpText(
      'after',
      examples(
        'crossdock trace execution 01a2272b-7abd-7658-adcd-1eb0312089d6',
        'crossdock trace call 01a2272b-7abd-7658-adcd-1eb0312089d6 --json'
      )
    )
    .action(async (type: string, id: string) => {
      const { showTrace } = await import('./show.js')
      await showTrace(factory, type, id)
    })
}
