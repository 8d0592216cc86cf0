import type { Command } from 'commander'

/** Examples that can be copied, shown below the flags in the help of a command. */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`
}

/** The full name of a command: `crossdock assets ls`. */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

/** A command and all commands below it, including those of plugins. */
export function* allCommands(command: Command): Generator<Command> {
  yield command
  for (const below of command.commands) yield* allCommands(below)
}

/** Makes every usage error refer to the help of its command. */
export function referToHelp(program: Command): void {
  for (const command of allCommands(program)) {
    command.showHelpAfterError(`  See "${pathOf(command)} --help".`)
  }
}
