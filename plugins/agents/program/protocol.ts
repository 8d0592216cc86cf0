import type { CommandType } from '../contracts/protocol.js'

// Import only types from the contract: its schemas would bundle their validator into the program.
export type {
  AgentMessage,
  AgentMessageOf,
  AgentProfile,
  CommandParameters,
  CommandType,
  Enrolled,
  ServerMessage,
} from '../contracts/protocol.js'

/** The commands that this agent supports. */
export const commandTypes: CommandType[] = [
  'sync_folder',
  'upload_files',
  'download_files',
  'system_info',
  'restart_agent',
]

/** Maximum frame size of the server, and maximum JSON size of a result. */
export const maxFrameBytes = 1024 * 1024
export const maxResultBytes = 64 * 1024

/** Returns the text that the agent signs to begin a session. */
export const sessionText = (agentId: string, challenge: string): string =>
  `crossdock-agent-session\n${agentId}\n${challenge}`

/** Returns the text that the agent signs to prove that it owns a new key. */
export const keyText = (agentId: string, publicKey: string): string =>
  `crossdock-agent-key\n${agentId}\n${publicKey}`
