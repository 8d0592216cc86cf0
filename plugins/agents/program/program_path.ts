import { isSea } from 'node:sea'

/** The file of this program, when it is one executable; undefined when Node runs it. */
export const ownExecutable = (): string | undefined => (isSea() ? process.execPath : undefined)

/** The program and the arguments that come before its commands. */
export function ownCommand(): string[] {
  const executable = ownExecutable()
  if (executable) return [executable]
  const script = process.argv[1] ?? ''
  // The command line of Crossdock has the agent below a noun of its own.
  const noun = process.argv[2] === 'agent' ? ['agent'] : []
  return [process.execPath, ...process.execArgv, script, ...noun]
}
