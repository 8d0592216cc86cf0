import type { Output, Validator } from '@crossdock/kernel/http'
import type { Kind } from '@crossdock/kernel/kinds'
import { extensionPoint } from '@crossdock/kernel/plugin'
import type { Capability, CheckMethod, EndpointMethod, SendFileMode } from './vocabulary.js'

/**
 * Credentials of a system, opened. They exist in memory for the time of a call only. Those named
 * here belong to the ways of authentication that come with Crossdock; others have fields of their own.
 */
export interface Credentials {
  apiKey?: string
  clientId?: string
  clientSecret?: string
  accessToken?: string
  username?: string
  password?: string
  /** oauth2: where tokens are fetched; `oauth/token` below the base URL when absent. */
  tokenUrl?: string
  /** oauth2_code: where a person grants access. */
  authorizationUrl?: string
  /** oauth2: scopes asked for, separated by spaces. */
  scope?: string
  /** oauth2: the API for which the provider issues the token. Auth0 needs it. */
  audience?: string
  /** oauth2: the address the token is for (RFC 8707). */
  resource?: string
  /** oauth2: `client_secret_post` sends ID and secret in the form, else they go as Basic. */
  clientAuthentication?: 'client_secret_basic' | 'client_secret_post'
  /** oauth2: further parameters of the token request. */
  tokenParameters?: Record<string, string>
  /** client_certificate: PEM, as are the two below. */
  certificate?: string
  privateKey?: string
  passphrase?: string
  /** client_certificate: issuers that are trusted besides. */
  authorities?: string
  /** Sent with every request. `{apiKey}` and `{accessToken}` stand for the secrets. */
  headers?: Record<string, string>
  [field: string]: unknown
}

export interface RequestSchema {
  headers?: Record<string, string>
  queryParams?: Record<string, unknown>
  body?: unknown
}

export interface ResponseSchema {
  expectedStatus?: number[]
  body?: unknown
}

/** Target field ← source field; both may be dotted paths. */
export interface FieldMapping {
  fileMetadata?: Record<string, string>
  userMetadata?: Record<string, string>
  systemFields?: Record<string, string>
}

/** What is odd about a field mapping, though it can be used. */
export interface MappingWarning {
  /** `fieldMapping.fileMetadata.<target>` */
  field: string
  message: string
}

/** What placeholders and field mappings read from. */
export interface CallValues {
  /** The asset the call is about; its own metadata are under `metadata`. */
  file: Record<string, unknown> | null
  /** The person who set it off. */
  user: Record<string, unknown> | null
  /** Execution, workflow, step, system, endpoint and tenant ids, event type and time. */
  system: Record<string, unknown>
  /** Values the workflow step gives by hand. */
  params: Record<string, unknown>
  /** Outputs of earlier steps, by step id. */
  steps: Record<string, unknown>
  /** What another system sent that started the run: `{trigger.body.order.id}`. */
  trigger?: unknown
  /** In a branch that is worked once an item: the item, and its number from 0. */
  item?: unknown
  index?: number
  /** Variables of the environment: `{variables.NAME}`. */
  variables?: CallVariables
}

/** The variables of the environment a call is made in. */
export interface CallVariables {
  /** The value of one, what it refers to filled. @throws CallRefused by name when it has none to give */
  value(name: string): string
  has(name: string): boolean
  /** What there is; a secret without its value. */
  all(): { name: string; value: string | null; isSecret: boolean }[]
  /** Secrets among the values given so far. */
  secrets(): string[]
}

/** The file content a call may send. */
export interface CallFile {
  name: string
  mimeType: string
  size: number
  open(): AsyncIterable<Uint8Array>
}

/** One call, with everything a connector needs to make it. */
export interface Call<Config = unknown> {
  system: {
    id: string
    /** False: somebody tries it before it is saved, so nothing is stored with it. */
    isSaved?: boolean
    name: string
    baseUrl: string | null
    /** Name of the way of authentication. */
    authType: string
    auth: Credentials
    /** What the connector's schema asks for, its secrets opened. */
    config: Config
  }
  endpoint: {
    name: string
    path: string
    method: EndpointMethod | CheckMethod
    requestSchema: RequestSchema
    responseSchema: ResponseSchema
    fieldMapping: FieldMapping
  }
  values: CallValues
  sendFile: SendFileMode
  /** How long the call may take where somebody has said so, in milliseconds; the connector's own limit otherwise. */
  timeoutMs?: number
  file: CallFile | null
  /** The same for every try of one step. */
  idempotencyKey: string
  signal?: AbortSignal
}

/**
 * What is wrong with the system itself, and not with the call: no connection, no TLS, no answer in time,
 * an answer that cannot be read, or a status 5xx.
 */
export type SystemFault = 'connection' | 'tls' | 'timeout' | 'answer' | 'server'

/** How a call ended. `request`, `response` and `message` are redacted before they are stored. */
export interface CallOutcome {
  status: 'success' | 'error' | 'timeout'
  statusCode: number | null
  durationMs: number
  /** A sentence: what happened, with which value, what to do. */
  message: string
  /** Whether the same call may succeed later. */
  retryable: boolean
  /** When the other side said how long to wait. */
  retryAfterMs?: number
  fault?: SystemFault
  request: Record<string, unknown>
  response: Record<string, unknown> | null
  /** Secrets that came up during the call besides the system's own (fetched tokens). */
  secrets?: string[]
}

/** What a test found out about the way to a system, and about its credentials. */
export interface Connection {
  /** Whether it answered. */
  reachable: boolean | null
  /** Whether it has proven by certificate or key to be the right one. Null: not asked, or it is not encrypted. */
  trusted: boolean | null
  /** Null: not known, or the system takes no credentials. */
  authenticated: boolean | null
  /** What to do next; a sentence. */
  advice: string | null
  /** A part of the configuration that the system reported, such as the fingerprint of its key: a person may accept it. */
  found?: { part: string; value: string }
}

export type ConnectionOutcome = CallOutcome & { connection: Connection }

/**
 * A kind of external system, named by the `systemType` of a system. Its schema says what such a
 * system needs beside a base URL and credentials. An operation answers an outcome, or throws
 * `CallRefused`, an `EgressError`, a `ContentError` or the reason of an aborted signal; one that is left out is not
 * offered.
 */
export interface Connector<Config extends Validator = Validator> extends Kind<Config> {
  /** Names of the ways of authentication it knows. */
  authTypes: readonly string[]
  capabilities: readonly Capability[]
  operations: {
    /** Sends the request of an endpoint for somebody who tries it. */
    test?(call: Call<Output<Config>>): Promise<CallOutcome>
    /**
     * Says whether the system can be reached with its credentials, without changing anything there. The endpoint
     * of the call is made up: its path and method come from the caller of the test, and may be ignored.
     */
    check?(call: Call<Output<Config>>): Promise<ConnectionOutcome>
    /** Sends it for a step of a workflow. */
    call?(call: Call<Output<Config>>): Promise<CallOutcome>
    /**
     * What `call` would send, for people to look at; nobody is asked. Secrets are masked afterwards.
     * @throws CallRefused
     */
    preview?(call: Call<Output<Config>>): Record<string, unknown>
  }
}

/** A connector of which nobody needs to know what its configuration looks like. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyConnector = Connector<any>

/** Connectors by system type. */
export const connectors = extensionPoint<AnyConnector>('integrations.connectors', {
  what: 'systems with its connectors',
  table: 'external_systems',
  column: 'system_type',
})
