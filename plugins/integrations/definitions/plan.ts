import type { RequestSchema, ResponseSchema } from '../contracts/connector.js'
import type { EndpointMethod } from '../contracts/vocabulary.js'

/** `info`: good to know. `look`: a person should check it. `blocked`: the operation cannot be imported. */
export const findingLevels = ['info', 'look', 'blocked'] as const

/** A note for people about a description, or about one of its operations. */
export interface Finding {
  level: (typeof findingLevels)[number]
  /** Key of its text (`sentences.ts`). */
  code: string
  params: Record<string, string | number>
}

export const finding = (
  level: Finding['level'],
  code: string,
  params: Finding['params'] = {}
): Finding => ({ level, code, params })

/** A parameter of an operation, for display. */
export interface PlannedParameter {
  name: string
  in: 'path' | 'query' | 'header' | 'body'
  required: boolean
}

/** An endpoint from a description or a template. */
export interface PlannedEndpoint {
  /** A key that is the same in every version of the description. */
  key: string
  group: string
  name: string
  method: EndpointMethod
  path: string
  requestSchema: RequestSchema
  responseSchema: ResponseSchema
}

/** An operation of a description, with its planned endpoint. */
export interface PlannedOperation extends Omit<PlannedEndpoint, 'method'> {
  /** The method in the description. Methods that endpoints do not support are blocked. */
  method: string
  parameters: PlannedParameter[]
  /** Possible media types of its body. The first is used. */
  bodyTypes: string[]
  findings: Finding[]
}

/** Connection settings of the system, without secrets. */
export interface PlannedSystem {
  name: string
  description: string | null
  /** The base URL; null if the description has no callable address. */
  baseUrl: string | null
  authType: string
  authConfig: Record<string, unknown>
}

/** The result of reading an OpenAPI description. */
export interface Plan {
  system: PlannedSystem
  /** Title of the description. */
  title: string
  version: string
  format: string
  /** Addresses in the description. The chosen address comes first. */
  servers: string[]
  operations: PlannedOperation[]
  findings: Finding[]
}

/** Choices made before a description is read. */
export interface ReadingChoices {
  /** Address of the document, to which relative server addresses refer. */
  url?: string
  /** One of the servers of the plan. */
  server?: string
  /** Media type of the body, by the key of the operation. */
  bodyTypes?: Record<string, string>
}

export const isBlocked = ({ findings }: Pick<PlannedOperation, 'findings'>): boolean =>
  findings.some(({ level }) => level === 'blocked')
