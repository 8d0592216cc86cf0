import type { Command } from 'commander'
import type { Printer } from './printer.js'

interface StateOption {
  state?: string
}

const collect = (value: string, before: string[] = []) => [...before, value]

/**
 * Adds the commands of the agent to `crossdock agent` or to the executable `crossdock-agent`. Loads their code
 * on demand.
 */
export function addAgentCommands(agent: Command, printer: Printer): void {
  const work = () => import('./actions.js')
  const base = agent.parent ? `${agent.parent.name()} ${agent.name()}` : agent.name()
  /** @param example text after the name of the command */
  const command = (name: string, description: string, example = '') =>
    agent
      .command(name)
      .description(description)
      .option('--state <folder>', 'where the agent keeps its state (CROSSDOCK_AGENT_STATE)')
      .addHelpText('after', `\nExamples:\n  $ ${`${base} ${name} ${example}`.trim()}`)
  const run =
    <Options extends StateOption>(action: (options: Options) => Promise<void>) =>
    async (_: Options, command: Command) => {
      try {
        // The Crossdock command line defines `--server` globally, and takes its value.
        await action(command.optsWithGlobals<Options>())
      } catch (error) {
        throw printer.failure(error)
      }
    }

  command(
    'enroll',
    'Enroll this machine with a one-time token',
    '--server https://crossdock.example.com --token cde_… --allow ~/Outbox'
  )
    .option('--server <url>', 'the address of the server')
    .option('--token <token>', 'the one-time token (default: CROSSDOCK_AGENT_TOKEN)')
    .option('--allow <folder>', 'a folder the agent may use; can be repeated', collect)
    .option('--machine-id <id>', 'an id of its own, where machines were cloned')
    .option('--replace', 'give up the present enrollment of this state')
    .action(run(async (options) => (await work()).enrollMachine(printer, options)))

  command('run', 'Run the agent until it is interrupted').action(
    run(async (options) => (await work()).runAgent(printer, options))
  )

  command('status', 'Show what the agent does').action(
    run(async (options) => (await work()).showStatus(printer, options))
  )

  command('pause', 'Begin no new command on this machine').action(
    run(async (options) => (await work()).pauseAgent(printer, options, true))
  )

  command('resume', 'Begin new commands again').action(
    run(async (options) => (await work()).pauseAgent(printer, options, false))
  )

  command('folders', 'Show or change the folders the agent may use', '--add ~/Inbox')
    .option('--add <folder>', 'allow a folder; can be repeated', collect)
    .option('--remove <folder>', 'allow a folder no longer; can be repeated', collect)
    .action(run(async (options) => (await work()).changeFolders(printer, options)))

  command('logs', 'Show the last lines of the log', '--lines 20')
    .option('--lines <count>', 'how many', '100')
    .action(run(async (options) => (await work()).showLogs(printer, options)))

  command('doctor', 'Check all that the agent needs').action(
    run(async (options) => (await work()).checkAgent(printer, options))
  )

  command('rotate', 'Replace the key of the running agent').action(
    run(async (options) => (await work()).rotateKey(printer, options))
  )

  command('update', 'Replace the running agent by the program that its server hands out').action(
    run(async (options) => (await work()).updateAgent(printer, options))
  )

  command('install', 'Start the agent with the machine, as a service', '--no-system')
    .option('--system', 'for the whole machine (default for an administrator)')
    .option('--no-system', 'for this person')
    .option('--run-as <account>', 'the account the service runs as')
    .option('--print', 'print the definition, and change nothing')
    .action(run(async (options) => (await work()).installService(printer, options)))

  command('uninstall', 'Remove the service; the state stays', '--no-system')
    .option('--system', 'the one for the whole machine (default for an administrator)')
    .option('--no-system', 'the one for this person')
    .action(run(async (options) => (await work()).uninstallService(printer, options)))
}
