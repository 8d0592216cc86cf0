import type { Command } from 'commander'
import { recordNames } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { GroupOptions } from './groups.js'
import type { SetRolloutOptions } from './rollout.js'

/** Adds the commands for agent groups and their limits. */
export function addGroups(agents: Command, factory: Factory): void {
  const groups = agents.command('groups').description('Manage agent groups and their limits')
  const load = () => import('./groups.js')
  const named = () =>
    factory.suggest(
      groups.createArgument('<name-or-id>', 'its name, or any part of its id'),
      recordNames('/api/desktop-agents/groups')(factory)
    )
  const profile = (command: Command) =>
    command
      .option('--upload <kbps>', 'upload limit per agent in kilobits per second; none: unlimited')
      .option(
        '--download <kbps>',
        'download limit per agent in kilobits per second; none: unlimited'
      )
      .option(
        '--commands <types>',
        'allowed commands, such as upload_files,system_info; all: every command'
      )
      .option('--hours <from-to>', "transfer hours in the agent's local time; always: no limit")
      .option('--days <numbers>', 'transfer days, 0 (Sunday) to 6, such as 1,2,3,4,5')

  groups
    .command('list')
    .description('List agent groups')
    .addHelpText('after', examples('crossdock agents groups list'))
    .action(async () => (await load()).listGroups(factory))

  profile(groups.command('create'))
    .description('Create a group; omitted options mean no limit')
    .argument('<name>', 'its name')
    .addHelpText(
      'after',
      examples('crossdock agents groups create Stores --upload 2000 --hours 18:00-06:00')
    )
    .action(async (name: string, options: GroupOptions) =>
      (await load()).createGroup(factory, name, options)
    )

  profile(groups.command('update'))
    .description('Change a group; omitted options keep their values')
    .addArgument(named())
    .option('--name <name>', 'new name')
    .addHelpText('after', examples('crossdock agents groups update Stores --upload none'))
    .action(async (typed: string, options: GroupOptions) =>
      (await load()).updateGroup(factory, typed, options)
    )

  groups
    .command('delete')
    .description('Delete a group; its agents continue without limits')
    .addArgument(named())
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('crossdock agents groups delete Stores --yes'))
    .action(async (typed: string, { yes = false }: { yes?: boolean }) => {
      const { deleteRecord } = await import('../../records/verbs.js')
      await deleteRecord(factory, (await load()).groupKind, typed, yes)
    })
}

/** Adds the commands that control how agents are updated. */
export function addRollout(agents: Command, factory: Factory): void {
  const rollout = agents.command('rollout').description('See and set how agents are updated')
  const load = () => import('./rollout.js')

  rollout
    .command('show')
    .description('Show the update settings and progress of agents')
    .addHelpText('after', examples('crossdock agents rollout show'))
    .action(async () => (await load()).showRollout(factory))

  rollout
    .command('set')
    .description('Set how agents are updated; omitted options keep their values')
    .option('--on', 'update agents')
    .option('--off', 'stop updating agents')
    .option('--percentage <number>', 'percentage of agents that get a version')
    .option('--max-failures <number>', 'stop a version after this many failures')
    .option('--hours <from-to>', 'update hours in UTC, such as 22:00-04:00; always: no limit')
    .addHelpText('after', '\nAny change resumes a stopped version and retries failed updates.')
    .addHelpText('after', examples('crossdock agents rollout set --on --percentage 10'))
    .action(async (options: SetRolloutOptions) => (await load()).setRollout(factory, options))
}
