import { addAgentCommands, AgentError } from '@crossdock/agents/program'
import type { Command } from 'commander'
import { CliError, ExitCode } from '../../errors.js'
import type { Factory } from '../../factory.js'

/** Runs the desktop agent from this command line instead of from its executable. */
export function addAgent(program: Command, factory: Factory): void {
  const agent = program.command('agent').description('Run a desktop agent on this machine')
  addAgentCommands(agent, {
    say: (line) => factory.say(line),
    note: (line) => factory.note(line),
    printJson: (value) => factory.printJson(value),
    isJson: () => factory.flags.json ?? false,
    env: factory.env,
    path: (typed) => factory.path(typed),
    failure: (error) =>
      error instanceof AgentError
        ? new CliError(exitCodeOf(error), error.message, { hint: error.hint, cause: error })
        : error,
  })
}

const exitCodes: Record<string, ExitCode> = {
  E_USAGE: ExitCode.usage,
  E_UNREACHABLE: ExitCode.unreachable,
  E_NOT_RUNNING: ExitCode.notFound,
}

const exitCodeOf = ({ code }: AgentError): ExitCode => exitCodes[code] ?? ExitCode.failure
