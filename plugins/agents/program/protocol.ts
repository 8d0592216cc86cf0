import type { CommandType } from '../contracts/protocol.js'

// Types alone come from the contract: its shapes would bring their validator into the program.
export type {
  AgentMessage,
  AgentMessageOf,
  AgentProfile,
  CommandParameters,
  CommandType,
  Enrolled,
  ServerMessage,
} from '../contracts/protocol.js'

/** What this agent can do. */
export const commandTypes: CommandType[] = [
  'sync_folder',
  'upload_files',
  'download_files',
  'system_info',
  'restart_agent',
]

/** Longest frame the server takes, and longest JSON of a result. */
export const maxFrameBytes = 1024 * 1024
export const maxResultBytes = 64 * 1024

/** The text that the signature of a session covers. */
export const sessionText = (agentId: string, challenge: string): string =>
  `crossdock-agent-session\n${agentId}\n${challenge}`

/** The text by which a new key proves that the agent holds it. */
export const keyText = (agentId: string, publicKey: string): string =>
  `crossdock-agent-key\n${agentId}\n${publicKey}`
