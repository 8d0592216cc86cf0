import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'

/** Definitions of flows. */
export function addWorkflows(program: Command, factory: Factory): void {
  program
    .command('workflows')
    .description('See the workflows of the tenant')
    .command('list')
    .description('List all workflows, active or not')
    .addHelpText('after', examples('crossdock workflows list'))
    .action(async () => {
      const { listWorkflows } = await import('./list.js')
      await listWorkflows(factory)
    })
}
