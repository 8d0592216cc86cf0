import type { RequestSchema, ResponseSchema } from '../contracts/connector.js'
import type { EndpointMethod } from '../contracts/vocabulary.js'

/** `info`: worth knowing. `look`: a person should look at it. `blocked`: it cannot be imported. */
export const findingLevels = ['info', 'look', 'blocked'] as const

/** Something a person should know about a description, or about one of its operations. */
export interface Finding {
  level: (typeof findingLevels)[number]
  /** Key of its sentence (`sentences.ts`). */
  code: string
  params: Record<string, string | number>
}

export const finding = (
  level: Finding['level'],
  code: string,
  params: Finding['params'] = {}
): Finding => ({ level, code, params })

/** Where a value of a request comes from. */
export interface PlannedParameter {
  name: string
  in: 'path' | 'query' | 'header' | 'body'
  required: boolean
}

/** An endpoint as a description or a template has it. */
export interface PlannedEndpoint {
  /** The same in every version of the description. */
  key: string
  group: string
  name: string
  method: EndpointMethod
  path: string
  requestSchema: RequestSchema
  responseSchema: ResponseSchema
}

/** An operation of a description, and what it becomes. */
export interface PlannedOperation extends Omit<PlannedEndpoint, 'method'> {
  /** As the description has it; others than those of endpoints are blocked. */
  method: string
  parameters: PlannedParameter[]
  /** Media types that its body may have; the first is the one that is used. */
  bodyTypes: string[]
  findings: Finding[]
}

/** How the system is reached, without any secret. */
export interface PlannedSystem {
  name: string
  description: string | null
  /** null: the description has none that could be called. */
  baseUrl: string | null
  authType: string
  authConfig: Record<string, unknown>
}

/** What an OpenAPI description becomes. */
export interface Plan {
  system: PlannedSystem
  /** Of the description. */
  title: string
  version: string
  format: string
  /** Addresses the description names, the chosen one first. */
  servers: string[]
  operations: PlannedOperation[]
  findings: Finding[]
}

/** What is chosen before a description is read. */
export interface ReadingChoices {
  /** Address of the document, which relative server addresses are relative to. */
  url?: string
  /** One of the servers of the plan. */
  server?: string
  /** Media type of the body by the key of the operation. */
  bodyTypes?: Record<string, string>
}

export const isBlocked = ({ findings }: Pick<PlannedOperation, 'findings'>): boolean =>
  findings.some(({ level }) => level === 'blocked')
