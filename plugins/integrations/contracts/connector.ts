import type { Output, Validator } from '@crossdock/kernel/shapes'
import type { Kind } from '@crossdock/kernel/kinds'
import { extensionPoint } from '@crossdock/kernel/plugin'
import type { Capability, CheckMethod, EndpointMethod, SendFileMode } from './vocabulary.js'

/**
 * Opened credentials of a system. They are in memory only during a call. The fields belong to the built-in
 * authentication types; plugins add others.
 */
export interface Credentials {
  apiKey?: string
  clientId?: string
  clientSecret?: string
  accessToken?: string
  username?: string
  password?: string
  /** oauth2: token endpoint; if absent, `oauth/token` below the base URL. */
  tokenUrl?: string
  /** oauth2_code: where a person grants access. */
  authorizationUrl?: string
  /** oauth2: requested scopes, separated by spaces. */
  scope?: string
  /** oauth2: the API that the token is for. Auth0 requires it. */
  audience?: string
  /** oauth2: the address that the token is for (RFC 8707). */
  resource?: string
  /** oauth2: `client_secret_post` sends ID and secret in the form, otherwise as Basic. */
  clientAuthentication?: 'client_secret_basic' | 'client_secret_post'
  /** oauth2: further parameters of the token request. */
  tokenParameters?: Record<string, string>
  /** client_certificate: PEM, like the next two fields. */
  certificate?: string
  privateKey?: string
  passphrase?: string
  /** client_certificate: issuers to trust in addition to the public ones. */
  authorities?: string
  /** Headers of every request. `{apiKey}` and `{accessToken}` are replaced by the secrets. */
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

/** Names the source field of each target field. Both may be dotted paths. */
export interface FieldMapping {
  fileMetadata?: Record<string, string>
  userMetadata?: Record<string, string>
  systemFields?: Record<string, string>
}

/** A warning about a field mapping that can still be used. */
export interface MappingWarning {
  /** `fieldMapping.fileMetadata.<target>` */
  field: string
  message: string
}

/** The sources of placeholders and field mappings. */
export interface CallValues {
  /** The asset of the call. Its custom metadata are under `metadata`. */
  file: Record<string, unknown> | null
  /** The person who started the call. */
  user: Record<string, unknown> | null
  /** Execution, workflow, step, system, endpoint and tenant ids, event type and time. */
  system: Record<string, unknown>
  /** Parameters from the workflow step. */
  params: Record<string, unknown>
  /** Outputs of earlier steps, by step id. */
  steps: Record<string, unknown>
  /** The data from another system that started the run: `{trigger.body.order.id}`. */
  trigger?: unknown
  /** In a branch that runs once per item: the item, and its index from 0. */
  item?: unknown
  index?: number
  /** Variables of the environment: `{variables.NAME}`. */
  variables?: CallVariables
}

/** The variables of the call's environment. */
export interface CallVariables {
  /**
   * Returns the value of a variable. Variables in that value are filled.
   * @throws CallRefused that names a variable without a value
   */
  value(name: string): string
  has(name: string): boolean
  /** Returns all variables; a secret without its value. */
  all(): { name: string; value: string | null; isSecret: boolean }[]
  /** Returns the secret values that `value` has returned so far. */
  secrets(): string[]
}

/** The content of a file that a call may send. */
export interface CallFile {
  name: string
  mimeType: string
  size: number
  open(): AsyncIterable<Uint8Array>
}

/** One call, with everything that a connector needs to make it. */
export interface Call<Config = unknown> {
  system: {
    id: string
    /** False for a test of an unsaved system. Then nothing may be stored. */
    isSaved?: boolean
    name: string
    baseUrl: string | null
    /** Name of the authentication type. */
    authType: string
    auth: Credentials
    /** The configuration of the connector's schema, with opened secrets. */
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
  /** Configured time limit of the call in milliseconds. If absent, the limit of the connector applies. */
  timeoutMs?: number
  file: CallFile | null
  /** A key that is the same for every attempt of one step. */
  idempotencyKey: string
  signal?: AbortSignal
}

/**
 * A fault of the system itself, not of the call: no connection, no TLS, no answer in time, an unreadable
 * answer, or a status 5xx.
 */
export type SystemFault = 'connection' | 'tls' | 'timeout' | 'answer' | 'server'

/** The outcome of a call. `request`, `response` and `message` are redacted before they are stored. */
export interface CallOutcome {
  status: 'success' | 'error' | 'timeout'
  statusCode: number | null
  durationMs: number
  /** A sentence that says what happened, with which value, and what to do. */
  message: string
  /** Whether a retry of the same call may succeed. */
  retryable: boolean
  /** Delay that the other side requested. */
  retryAfterMs?: number
  fault?: SystemFault
  request: Record<string, unknown>
  response: Record<string, unknown> | null
  /** Secrets that the call found, such as fetched tokens, in addition to those of the system. */
  secrets?: string[]
}

/** The result of a test: the connection to a system and its credentials. */
export interface Connection {
  /** Whether the system answered. */
  reachable: boolean | null
  /** Whether a certificate or key proved the identity of the system; null: not checked, or not encrypted. */
  trusted: boolean | null
  /** Whether the system accepts the credentials; null: unknown, or the system needs none. */
  authenticated: boolean | null
  /** A sentence that says what to do next. */
  advice: string | null
  /**
   * A value that the system reported for a part of its configuration, such as the fingerprint of its key. A person
   * may accept it.
   */
  found?: { part: string; value: string }
}

export type ConnectionOutcome = CallOutcome & { connection: Connection }

/**
 * A kind of external system. The `systemType` of a system is its name. Its schema defines settings in addition to
 * base URL and credentials. An operation returns an outcome, or throws `CallRefused`, an `EgressError`, a
 * `ContentError` or the reason of an aborted signal. A connector need not have every operation.
 */
export interface Connector<Config extends Validator = Validator> extends Kind<Config> {
  /** Names of the supported authentication types. */
  authTypes: readonly string[]
  capabilities: readonly Capability[]
  operations: {
    /** Sends the request of an endpoint that a person tests. */
    test?(call: Call<Output<Config>>): Promise<CallOutcome>
    /**
     * Checks whether the system is reachable with its credentials, without changing anything there. The endpoint
     * is virtual: its path and method come from the person who tests, and may be ignored.
     */
    check?(call: Call<Output<Config>>): Promise<ConnectionOutcome>
    /** Sends the request for a step of a workflow. */
    call?(call: Call<Output<Config>>): Promise<CallOutcome>
    /**
     * Shows the request that `call` would send, without sending it. Secrets are masked afterwards.
     * @throws CallRefused
     */
    preview?(call: Call<Output<Config>>): Record<string, unknown>
  }
}

/** A connector with any type of configuration. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyConnector = Connector<any>

/** Connectors by system type. */
export const connectors = extensionPoint<AnyConnector>('integrations.connectors', {
  what: 'systems with its connectors',
  table: 'external_systems',
  column: 'system_type',
})
