import type { Command } from 'commander'
import type { Factory } from '../../factory.js'

/** What is installed on the server. */
export function addPlugins(program: Command, factory: Factory): void {
  program
    .command('plugins')
    .description("see the server's plugins")
    .command('list')
    .description('list installed plugins and their health')
    .action(async () => {
      const { listPlugins } = await import('./list.js')
      await listPlugins(factory)
    })
}
