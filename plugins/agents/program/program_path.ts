import { isSea } from 'node:sea'

/** Returns the file of this program if it is a single executable; undefined when Node runs it. */
export const ownExecutable = (): string | undefined => (isSea() ? process.execPath : undefined)

/** Returns the program and the arguments before its commands. */
export function ownCommand(): string[] {
  const executable = ownExecutable()
  if (executable) return [executable]
  const script = process.argv[1] ?? ''
  // In the Crossdock command line, the agent is a subcommand.
  const noun = process.argv[2] === 'agent' ? ['agent'] : []
  return [process.execPath, ...process.execArgv, script, ...noun]
}
