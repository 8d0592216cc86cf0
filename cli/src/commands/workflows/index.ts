import type { Command } from 'commander'
import type { Factory } from '../../factory.js'

/** Definitions of flows. */
export function addWorkflows(program: Command, factory: Factory): void {
  program
    .command('workflows')
    .description('see the workflows of the tenant')
    .command('list')
    .description('list all workflows, active or not')
    .action(async () => {
      const { listWorkflows } = await import('./list.js')
      await listWorkflows(factory)
    })
}
