// Types for plugins that add commands: `export default (program: Command, factory: Factory) => { … }`.
export type { Command } from 'commander'
export type { Factory, Suggest } from './factory.js'
export { CliError, ExitCode, SilentExit, UsageError } from './errors.js'
export { examples } from './help.js'
export { formatRelative } from './output/format.js'
export type { Column } from './output/table.js'
