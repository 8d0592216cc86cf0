import vine from '@vinejs/vine'
import type { Infer } from '@vinejs/vine/types'

/*
 * The messages between an agent and the server. The agent's program also imports this file, so the file imports
 * nothing from the server. Every message is one JSON object with its kind in `type`, in one text frame of at
 * most `maxFrameBytes`.
 */

export const commandTypes = [
  'sync_folder',
  'upload_files',
  'download_files',
  'system_info',
  'restart_agent',
] as const
export type CommandType = (typeof commandTypes)[number]

export const platforms = ['linux', 'macos', 'windows'] as const
export type Platform = (typeof platforms)[number]

export const architectures = ['x64', 'arm64'] as const
export type Architecture = (typeof architectures)[number]

/** Maximum frame size in either direction. */
export const maxFrameBytes = 1024 * 1024
/** Maximum JSON size of a command's result; a longer one is recorded as a failure. */
export const maxResultBytes = 64 * 1024
/** Interval of an agent's heartbeats. */
export const heartbeatSeconds = 30
/** An agent without a heartbeat for this long counts as offline. */
export const aliveSeconds = 90

/** Returns the text that the agent signs to begin a session. */
export const sessionText = (agentId: string, challenge: string): string =>
  `crossdock-agent-session\n${agentId}\n${challenge}`

/** Returns the text that the agent signs to prove that it owns a new key. */
export const keyText = (agentId: string, publicKey: string): string =>
  `crossdock-agent-key\n${agentId}\n${publicKey}`

/** Refuses control characters, and invisible characters that hide or reorder other characters. */
const readable = vine.createRule((value, _options: undefined, field) => {
  if (typeof value === 'string' && /\p{C}/u.test(value)) {
    field.report(
      'The {{ field }} cannot be used: it holds characters that cannot be seen.',
      'readable',
      field
    )
  }
})

const id = () => vine.string().minLength(1).maxLength(64)
const short = () => vine.string().maxLength(200)
const bytes = () => vine.number({ strict: true }).range([0, Number.MAX_SAFE_INTEGER])
/** The raw 32 bytes of an Ed25519 key. */
const publicKeyShape = () => vine.string().regex(/^[\w-]{43}$/)
/** The 64 bytes of an Ed25519 signature. */
const signatureShape = () => vine.string().regex(/^[\w-]{86}$/)

const machineShape = () => ({
  machineName: vine.string().trim().minLength(1).maxLength(100).use(readable(undefined)),
  platform: vine.enum(platforms),
  arch: vine.enum(architectures),
  version: vine.string().maxLength(50),
  capabilities: vine.array(vine.string().maxLength(50)).maxLength(50),
  folders: vine.array(vine.string().maxLength(1_000)).maxLength(200),
})

/** `POST /api/desktop-agents/enroll` */
export const enrollBody = vine.create({
  token: vine.string().maxLength(200),
  publicKey: publicKeyShape(),
  machineId: vine.string().trim().minLength(1).maxLength(200),
  ...machineShape(),
})
export type EnrollBody = Infer<typeof enrollBody>

export interface Enrolled {
  agentId: string
  clientId: string
  agentName: string
  tenantId: string
  organization: string
  environment: { id: string; name: string }
  /** Ed25519 key by which the server signs updates, base64url. */
  updateKey: string | null
}

/** `POST /api/desktop-agents/challenge` */
export const challengeBody = vine.create({ agentId: id() })

/** `POST /api/desktop-agents/sessions` */
export const sessionBody = vine.create({
  agentId: id(),
  challenge: vine.string().maxLength(200),
  publicKey: publicKeyShape(),
  signature: signatureShape(),
  /** Id of the requesting process. A quarantined process gets no further session. */
  instanceId: id().optional(),
})
export type SessionBody = Infer<typeof sessionBody>

const helloShape = {
  bootId: vine
    .number({ strict: true })
    .withoutDecimals()
    .range([0, 2 ** 31 - 1]),
  instanceId: id(),
  osVersion: short(),
  running: vine.array(id()).maxLength(1_000),
  ...machineShape(),
}

const logLine = vine.object({
  at: vine.string().maxLength(40),
  level: vine.enum(['debug', 'info', 'warn', 'error']),
  message: vine.string().maxLength(2_000),
})

/** The fields of a delivered command. */
const delivery = {
  commandId: id(),
  lease: vine
    .number({ strict: true })
    .withoutDecimals()
    .range([0, 2 ** 31 - 1]),
}

const outcomes = ['completed', 'failed'] as const

/**
 * Why a command failed. `retryable`: a later attempt may succeed, so the server sends the command again under a
 * new id, up to the maximum number of attempts.
 */
const failure = vine.object({
  code: vine.string().maxLength(50),
  message: vine.string().maxLength(2_000),
  retryable: vine.boolean({ strict: true }).optional(),
})

const is = (type: string) => (data: Record<string, unknown>) => data.type === type

/** The messages of an agent. */
export const agentMessage = vine.create(
  vine
    .object({
      type: vine.enum([
        'hello',
        'heartbeat',
        'accepted',
        'progress',
        'result',
        'log',
        'diagnostics',
        'rotate',
        'updated',
      ]),
    })
    .merge(
      vine.group([
        vine.group.if(is('hello'), { type: vine.literal('hello'), ...helloShape }),
        vine.group.if(is('heartbeat'), {
          type: vine.literal('heartbeat'),
          pending: vine
            .number({ strict: true })
            .withoutDecimals()
            .range([0, 2 ** 31 - 1]),
          freeBytes: bytes(),
          rssBytes: bytes(),
        }),
        vine.group.if(is('accepted'), { type: vine.literal('accepted'), ...delivery }),
        vine.group.if(is('progress'), {
          type: vine.literal('progress'),
          ...delivery,
          done: bytes(),
          total: bytes(),
          message: vine.string().maxLength(500),
        }),
        vine.group.if(is('result'), {
          type: vine.literal('result'),
          ...delivery,
          outcome: vine.enum(outcomes),
          result: vine.record(vine.any().nullable()),
          error: failure.nullable(),
        }),
        vine.group.if(is('log'), {
          type: vine.literal('log'),
          lines: vine.array(logLine).maxLength(100),
        }),
        vine.group.if(is('diagnostics'), {
          type: vine.literal('diagnostics'),
          requestId: id(),
          text: vine.string().maxLength(512 * 1024),
        }),
        vine.group.if(is('rotate'), {
          type: vine.literal('rotate'),
          publicKey: publicKeyShape(),
          signature: signatureShape(),
        }),
        vine.group.if(is('updated'), {
          type: vine.literal('updated'),
          version: vine.string().maxLength(50),
          outcome: vine.enum(['installed', 'rolled_back', 'failed']),
          message: vine.string().maxLength(500),
        }),
      ])
    )
)
export type AgentMessage = Infer<typeof agentMessage>
export type AgentMessageOf<T extends AgentMessage['type']> = Extract<AgentMessage, { type: T }>

export interface CommandParameters {
  /** A local file or folder; it must be in the agent's own allow-list. */
  path: string
  /** `sync_folder`: `upload` (the default) or `download`. */
  action?: string
  /** Path of an asset folder: `/Arrivals`. */
  folder?: string
}

/** The limits of a group of agents; null: no limit. */
export interface AgentProfile {
  uploadKbps: number | null
  downloadKbps: number | null
  allowedCommands: CommandType[] | null
  /** When transfers run, in the agent's local time; null: always. Days: 0 is Sunday. */
  activeHours: { days: number[]; from: string; to: string } | null
}

/** The messages of the server. */
export type ServerMessage =
  | {
      type: 'welcome'
      serverTime: string
      heartbeatSeconds: number
      agentName: string
      isPaused: boolean
      profile: AgentProfile
    }
  | {
      type: 'command'
      commandId: string
      lease: number
      commandType: CommandType
      parameters: CommandParameters
      timeoutAt: string
    }
  | { type: 'cancel'; commandId: string; reason: string }
  /** The result is stored: the agent need not send it again. */
  | { type: 'recorded'; commandId: string }
  | { type: 'quarantined'; message: string }
  | { type: 'retired'; message: string }
  | { type: 'diagnose'; requestId: string }
  | { type: 'update'; version: string }
  /** A hint: an end of this contract has changed or has work. The agent fetches both by HTTP. */
  | { type: 'sync'; contractId: string }
