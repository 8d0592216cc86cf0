export { addAgentCommands } from './commands.js'
export { AgentError } from './errors.js'
export type { Teller } from './printer.js'
