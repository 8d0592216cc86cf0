import type { Command } from 'commander'

/** Command lines that can be copied; below the flags in the help of their command. */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`
}

/** The words that lead to a command: `crossdock assets ls`. */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

/** A command and all below it, those of plugins included. */
export function* allCommands(command: Command): Generator<Command> {
  yield command
  for (const below of command.commands) yield* allCommands(below)
}

/** After a mistake every command points at its own help. */
export function pointAtHelp(program: Command): void {
  for (const command of allCommands(program)) {
    command.showHelpAfterError(`  See "${pathOf(command)} --help".`)
  }
}
