import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import { addCreate, addRecordVerbs } from '../../records/commands.js'

/** What flows call. */
export function addSystems(program: Command, factory: Factory): void {
  const systems = program.command('systems').description('See and change external systems')
  const wording = { noun: 'systems', one: 'an external system' }
  const load = async () => (await import('./kind.js')).systemKind

  systems
    .command('list')
    .description('List all external systems')
    .option('--search <text>', 'part of the name or the description')
    .addHelpText(
      'after',
      examples('crossdock systems list', 'crossdock systems list --search port')
    )
    .action(async (options: { search?: string }) => {
      const { listRecords } = await import('../../records/verbs.js')
      await listRecords(factory, await load(), { search: options.search })
    })

  addCreate(systems, factory, wording, load, async () => (await load()).path).addHelpText(
    'after',
    examples('crossdock systems create --input harbour.json')
  )
  addRecordVerbs(systems, factory, wording, load)
}
