import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { AgentVerb, ListAgentsOptions } from './agents.js'
import { addGroups, addRollout } from './groups_index.js'
import type { CommandVerb, ListCommandsOptions, SendCommandOptions } from './commands.js'

const TYPES = ['sync_folder', 'upload_files', 'download_files', 'system_info', 'restart_agent']
const STATUSES = ['queued', 'sent', 'running', 'completed', 'failed', 'cancelled']
const AGENT = 'its name, or any part of its id or client ID'
const COMMAND = 'its id, or any part of the id'

/** Adds the commands for desktop agents: programs on users' machines that run commands. */
export function addAgents(program: Command, factory: Factory): void {
  const agents = program
    .command('agents')
    .description('Manage desktop agents, and send them commands')

  agents
    .command('list')
    .description('List desktop agents')
    .option('--search <text>', 'part of the name of the agent or of the machine')
    .option('--online', 'only those that are connected')
    .option('--retired', 'only those that were retired')
    .addHelpText('after', examples('crossdock agents list --online'))
    .action(async (options: ListAgentsOptions) => {
      const { listAgents } = await import('./agents.js')
      await listAgents(factory, options)
    })

  agents
    .command('show')
    .description('Show a desktop agent')
    .argument('<name-or-id>', AGENT)
    .addHelpText('after', examples('crossdock agents show "Packing desk"'))
    .action(async (typed: string) => {
      const { showAgent } = await import('./agents.js')
      await showAgent(factory, typed)
    })

  agents
    .command('rename')
    .description('Rename a desktop agent')
    .argument('<name-or-id>', AGENT)
    .argument('<name>', 'the new name')
    .addHelpText('after', examples('crossdock agents rename desk-7 "Packing desk"'))
    .action(async (typed: string, name: string) => {
      const { renameAgent } = await import('./agents.js')
      await renameAgent(factory, typed, name)
    })

  const change = (verb: AgentVerb, description: string, shown: string) =>
    agents
      .command(verb)
      .description(description)
      .argument('<name-or-id>', AGENT)
      .addHelpText('after', examples(shown))
      .action(async (typed: string, { yes = false }: { yes?: boolean }) => {
        const { changeAgent } = await import('./agents.js')
        await changeAgent(factory, verb, typed, yes)
      })

  change('pause', 'Send an agent no new commands', 'crossdock agents pause "Packing desk"')
  change('resume', 'Send an agent commands again', 'crossdock agents resume "Packing desk"')
  change(
    'retire',
    'Retire an agent permanently; its machine can be added again',
    'crossdock agents retire "Packing desk" --yes'
  ).option('--yes', 'do not ask')

  agents
    .command('enroll-token')
    .description('Create a token that adds one agent; it is shown only once')
    .addHelpText(
      'after',
      '\nThe agent reads and writes files with your permissions, never with more.'
    )
    .addHelpText('after', examples('crossdock agents enroll-token'))
    .action(async () => {
      const { makeEnrollToken } = await import('./agents.js')
      await makeEnrollToken(factory)
    })

  addCommands(agents, factory)
  addGroups(agents, factory)
  addRollout(agents, factory)
}

function addCommands(agents: Command, factory: Factory): void {
  const commands = agents
    .command('commands')
    .description('See, send and follow commands to desktop agents')

  commands
    .command('list')
    .description('List commands, newest first')
    .option('--agent <name-or-id>', `only commands of this agent: ${AGENT}`)
    .addOption(new Option('--status <status>', 'only these').choices(STATUSES))
    .option('--limit <count>', 'how many at most', '50')
    .addHelpText('after', examples('crossdock agents commands list --status failed'))
    .action(async (options: ListCommandsOptions) => {
      const { listCommands } = await import('./commands.js')
      await listCommands(factory, options)
    })

  commands
    .command('send')
    .description('Send a command to an agent')
    .argument('<name-or-id>', AGENT)
    .addArgument(commands.createArgument('<command>', 'type of the command').choices(TYPES))
    .option('--path <path>', "a file or folder on the machine, within the agent's allowlist")
    .option('--action <action>', 'direction of sync_folder: upload or download')
    .option('--folder <folder>', 'an asset folder such as /Arrivals')
    .option('--priority <number>', 'from 1 (first) to 10 (last), default 5')
    .option('--at <time>', 'not before this time, such as 2026-03-01T08:00:00Z')
    .option('--watch', 'follow the command; exits with 1 unless it completes')
    .addHelpText(
      'after',
      examples(
        'crossdock agents commands send "Packing desk" upload_files --path /srv/labels --folder /Arrivals --watch'
      )
    )
    .action(async (typed: string, type: string, options: SendCommandOptions) => {
      const { sendCommand } = await import('./commands.js')
      await sendCommand(factory, typed, type, options)
    })

  commands
    .command('watch')
    .description('Follow a command until it ends')
    .argument('<id>', COMMAND)
    .addHelpText('after', '\nExits with 1 unless the command completes.')
    .addHelpText('after', examples('crossdock agents commands watch 3f1c8a52'))
    .action(async (typed: string) => {
      const { watchCommand } = await import('./commands.js')
      await watchCommand(factory, typed)
    })

  const change = (verb: CommandVerb, description: string) =>
    commands
      .command(verb)
      .description(description)
      .argument('<id>', COMMAND)
      .addHelpText('after', examples(`crossdock agents commands ${verb} 3f1c8a52`))
      .action(async (typed: string) => {
        const { changeCommand } = await import('./commands.js')
        await changeCommand(factory, verb, typed)
      })

  change('cancel', 'Stop a command')
  change('retry', 'Send a failed or cancelled command again')
}
