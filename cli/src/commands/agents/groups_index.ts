import type { Command } from 'commander'
import { recordNames } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { GroupOptions } from './groups.js'
import type { SetRolloutOptions } from './rollout.js'

/** Groups of agents with what they may use. */
export function addGroups(agents: Command, factory: Factory): void {
  const groups = agents
    .command('groups')
    .description('See and look after groups of agents, and what they may use')
  const load = () => import('./groups.js')
  const named = () =>
    factory.suggest(
      groups.createArgument('<name-or-id>', 'its name, or any part of its id'),
      recordNames('/api/desktop-agents/groups')(factory)
    )
  const profile = (command: Command) =>
    command
      .option('--upload <kbps>', 'most kilobits a second that each agent sends; none: no bound')
      .option('--download <kbps>', 'most kilobits a second that it gets; none: no bound')
      .option('--commands <types>', 'only these, such as upload_files,system_info; all: every one')
      .option('--hours <from-to>', 'when files are transferred, in its local time; always')
      .option('--days <numbers>', 'on these days, 0 (Sunday) to 6, such as 1,2,3,4,5')

  groups
    .command('list')
    .description('List groups of agents')
    .addHelpText('after', examples('crossdock agents groups list'))
    .action(async () => (await load()).listGroups(factory))

  profile(groups.command('create'))
    .description('Make a group; what is not said has no bound')
    .argument('<name>', 'how it is called')
    .addHelpText(
      'after',
      examples('crossdock agents groups create Stores --upload 2000 --hours 18:00-06:00')
    )
    .action(async (name: string, options: GroupOptions) =>
      (await load()).createGroup(factory, name, options)
    )

  profile(groups.command('update'))
    .description('Change a group; what is not said stays')
    .addArgument(named())
    .option('--name <name>', 'another name')
    .addHelpText('after', examples('crossdock agents groups update Stores --upload none'))
    .action(async (typed: string, options: GroupOptions) =>
      (await load()).updateGroup(factory, typed, options)
    )

  groups
    .command('delete')
    .description('Delete a group; its agents go on without a profile')
    .addArgument(named())
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('crossdock agents groups delete Stores --yes'))
    .action(async (typed: string, { yes = false }: { yes?: boolean }) => {
      const { deleteRecord } = await import('../../records/verbs.js')
      await deleteRecord(factory, (await load()).groupKind, typed, yes)
    })
}

/** How agents get new versions. */
export function addRollout(agents: Command, factory: Factory): void {
  const rollout = agents.command('rollout').description('See and set how agents are updated')
  const load = () => import('./rollout.js')

  rollout
    .command('show')
    .description('Show how agents are updated, and how far that is')
    .addHelpText('after', examples('crossdock agents rollout show'))
    .action(async () => (await load()).showRollout(factory))

  rollout
    .command('set')
    .description('Set how agents are updated; what is not said stays')
    .option('--on', 'update agents')
    .option('--off', 'update none')
    .option('--percentage <number>', 'how many of a hundred agents get a version')
    .option('--max-failures <number>', 'so many failures stop a version')
    .option('--hours <from-to>', 'when, in UTC, such as 22:00-04:00; always')
    .addHelpText(
      'after',
      '\nSetting anything lets a stopped version go on, and tries again what failed.'
    )
    .addHelpText('after', examples('crossdock agents rollout set --on --percentage 10'))
    .action(async (options: SetRolloutOptions) => (await load()).setRollout(factory, options))
}
