import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'

/** Adds the command that lists installed plugins. */
export function addPlugins(program: Command, factory: Factory): void {
  program
    .command('plugins')
    .description("See the server's plugins")
    .command('list')
    .description('List installed plugins and their health')
    .addHelpText(
      'after',
      examples(
        'crossdock plugins list',
        'crossdock plugins list --query "[?health.status != \'ok\'].name"'
      )
    )
    .action(async () => {
      const { listPlugins } = await import('./list.js')
      await listPlugins(factory)
    })
}
