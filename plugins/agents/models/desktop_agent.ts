import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { Architecture, ConnectionStatus, Platform } from '../contracts/index.js'

/** A process that ran a copy of an agent's state. */
export interface AgentCopy {
  instanceId: string
  machineName: string
  at: string
}

/** The agent's last report about its machine. */
export interface AgentFigures {
  pending?: number
  freeBytes?: number
  rssBytes?: number
}

/** The agent program on an enrolled machine. */
export class DesktopAgent extends TenantModel {
  static override table = 'desktop_agents'

  /** The environment; it never changes. */
  @column()
  declare environmentId: string

  /** Random, for people: they see the first 8 characters. */
  @column()
  declare clientId: string

  /** The owner, whose file permissions the agent uses. */
  @column()
  declare userId: string

  @column()
  declare agentName: string

  @column()
  declare machineId: string

  @column()
  declare machineName: string

  @column()
  declare platform: Platform

  @column()
  declare arch: Architecture

  @column()
  declare osVersion: string | null

  @column()
  declare version: string

  @jsonColumn()
  declare capabilities: string[]

  /** The folders that the machine allows. Only the machine can change this list. */
  @jsonColumn()
  declare folders: string[]

  @column()
  declare connectionStatus: ConnectionStatus

  @instantColumn()
  declare lastHeartbeat: string | null

  @instantColumn()
  declare lastSyncAt: string | null

  @jsonColumn()
  declare syncContractIds: string[]

  @jsonColumn()
  declare agentConfig: Record<string, unknown>

  @jsonColumn()
  declare metadata: AgentFigures

  /** Raw Ed25519 key, base64url. */
  @column({ serializeAs: null })
  declare publicKey: string

  /** A new key that has not begun a session yet. */
  @column({ serializeAs: null })
  declare candidateKey: string | null

  /** The maximum permissions of the agent, even if its owner has more. */
  @jsonColumn()
  declare scopes: string[]

  @column()
  declare groupId: string | null

  @booleanColumn()
  declare isPaused: boolean

  /** The agent's present connection, in any server process. */
  @column()
  declare connectionId: string | null

  @instantColumn()
  declare connectedAt: string | null

  @column()
  declare instanceId: string | null

  @column()
  declare bootId: number | null

  @jsonColumn()
  declare copies: AgentCopy[]

  /** Time of the newest challenge that began a session, in milliseconds. */
  @column()
  declare challengedAt: number | string | null

  @instantColumn()
  declare retiredAt: string | null

  @instantColumn()
  declare updatedAt: string
}
