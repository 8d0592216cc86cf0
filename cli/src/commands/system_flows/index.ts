import type { Command } from 'commander'
import { recordNames } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import { addCreate, addRecordVerbs } from '../../records/commands.js'

/** Adds the commands for flows that start on events of connected systems. */
export function addSystemFlows(program: Command, factory: Factory): void {
  const flows = program
    .command('system-flows')
    .description('Manage the flows that start on events of connected systems')
  const names = '/api/system-flows'
  const wording = { noun: 'system-flows', one: 'a system flow', names }
  const load = async () => (await import('./kind.js')).systemFlowKind

  flows
    .command('list')
    .description('List all system flows, active or not')
    .option('--search <text>', 'part of the name or the description')
    .addHelpText('after', examples('crossdock system-flows list'))
    .action(async (options: { search?: string }) => {
      const { listRecords } = await import('../../records/verbs.js')
      await listRecords(factory, await load(), { search: options.search })
    })

  addCreate(flows, factory, wording, load, async () => (await load()).path).addHelpText(
    'after',
    examples('crossdock system-flows create --input on-order.json')
  )
  addRecordVerbs(flows, factory, wording, load)

  for (const isActive of [true, false]) {
    const verb = isActive ? 'activate' : 'pause'
    flows
      .command(verb)
      .description(isActive ? 'Activate a system flow' : 'Pause a system flow')
      .addArgument(
        factory.suggest(
          flows.createArgument('<name-or-id>', 'its name, or any part of its id'),
          recordNames(names)(factory)
        )
      )
      .addHelpText('after', examples(`crossdock system-flows ${verb} "On an order"`))
      .action(async (typed: string) => {
        const { switchSystemFlow } = await import('./switch.js')
        await switchSystemFlow(factory, typed, isActive)
      })
  }
}
