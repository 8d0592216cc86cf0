export { addAgentCommands } from './commands.js'
export { AgentError } from './errors.js'
export type { Printer } from './printer.js'
