import type { FieldError } from '@crossdock/kernel/ground'
import type { Kind } from '@crossdock/kernel/kinds'
import { extensionPoint, type PermissionRef } from '@crossdock/kernel/plugin'
import type { ConfigSchema } from './config_schema.js'

/** One step of a workflow; `Config` is the output of its type's schema. */
export interface FlowStep<Config = Record<string, unknown>> {
  id: string
  /** The name that people see; if absent, the label of its type. */
  name?: string
  /** Name of a registered step type. */
  type: string
  systemId: string | null
  endpointId: string | null
  config: Config
  /** The position in its list: 1, 2, 3 … */
  order: number
  /** The steps of each branch, by the names of the branches. */
  branches?: Record<string, FlowStep[]>
}

/** The event that caused a run. */
export interface TriggerEvent {
  id: string
  eventType: string
  createdAt: string
  targetType: string | null
  targetId: string | null
  userId: string | null
  payload: Record<string, unknown>
}

/** The data of a run that a step can read. */
export interface StepInput {
  /** The asset the run is about, if there is one. */
  assetId: string | null
  /** The event that caused the run; null for a manual run. */
  event: TriggerEvent | null
  /** The person for whom the run started: the person who caused the event or started the run manually. */
  userId: string | null
  /** Data from the plugin that started the run. */
  data?: unknown
  /**
   * Outputs of completed steps by step id. Of steps that run once for each item, it contains the outputs for the
   * same item.
   */
  steps: Record<string, unknown>
  /** In a branch that runs once for each item: the item, and its index from 0. */
  item?: unknown
  index?: number
}

/** One planned try of a step, with the secrets of its config opened. */
export interface StepPlan<Config = Record<string, unknown>> {
  execution: { id: string; executionId: string; flowId: string; flowName: string }
  step: FlowStep<Config>
  /** Its position in the run: `approve`, `check.yes.call`, `each[3].call`. */
  path: string
  /** The number of the try, from 1. */
  attempt: number
  /** `executionId:path`, the same for every try. Send it along with external effects. */
  idempotencyKey: string
  input: StepInput
}

/** A running try, in the tenant's context and outside any transaction. */
export interface StepContext<Config = Record<string, unknown>> extends StepPlan<Config> {
  /**
   * Aborted when the run is canceled, the step times out, the job loses its lease, or the process shuts down.
   * Stop immediately.
   */
  signal: AbortSignal
}

/** The context of a step that calls another system. */
export interface CallingContext<Config = Record<string, unknown>> extends StepContext<Config> {
  /**
   * Waits for the other system's answer without occupying a worker. The timeout of the step includes `work`, but
   * not the wait for a free worker afterwards.
   */
  outside<T>(work: () => Promise<T>): Promise<T>
}

interface Saving {
  /**
   * Runs in the transaction that records the result of the try, so its writes happen exactly once. Only
   * database work is allowed.
   */
  save?: () => Promise<void>
}

/** The step is completed. */
export interface StepDone extends Saving {
  /** Stored as JSON, shown in the details of the run, and readable for later steps. */
  output: unknown
  /**
   * Secrets that came up in the try, in addition to the secrets of its config and its environment. People see
   * them masked. If this is given, even empty, values under names such as `token` are masked as well. Later
   * steps read the real values.
   */
  secrets?: readonly string[]
}

/**
 * The step has done its work and waits for a time, or for a call of `flowRuns.resume` with its token. A token
 * has 8 to 64 letters, digits, dashes or underscores, and must be unguessable. The step does not run again and
 * occupies no worker. Its output is the output given here, or the value given with the token.
 */
export interface StepWaits extends Saving {
  /** With `until`, the wait for a token ends at that time, with the result of the type's `expired`. */
  wait: Date | { token: string; until?: Date }
  output?: unknown
}

/**
 * The step continues in a branch, and completes when the steps of the branch have completed. With `items` (at most
 * 1,000) the branch runs once for each item, and `parallel` items run at the same time (default 1: in order). The
 * output is the one given here; with items it is the list of the last step's outputs, in item order. A branch
 * without steps completes immediately.
 */
export interface StepEnters extends Saving {
  /** The name of a branch. `allBranches` runs all branches of the type in parallel. */
  enter: string
  items?: unknown[]
  parallel?: number
  /**
   * The effect of a failed item. `stop`: no further item starts, and the step fails. `continue`: the other
   * items run, and the step completes. In both cases the output of the step is `{ results, failedItems }`.
   */
  onItemError?: OnItemError
  output?: unknown
}

export type OnItemError = 'stop' | 'continue'

/**
 * Value of `enter` that runs all branches of the type except `error` in parallel. The output contains the last
 * step's output of each branch, by branch name. If one branch fails, the others run to their end before the step
 * fails.
 */
export const allBranches = '*'

/** The kinds of errors after which a step can be set to continue. */
export const errorFamilies = [
  'timeout',
  'refused',
  'auth',
  'not_found',
  'invalid',
  'quota',
  'internal',
] as const
export type ErrorFamily = (typeof errorFamilies)[number]

const statusFamilies: Record<number, ErrorFamily> = {
  401: 'auth',
  403: 'auth',
  404: 'not_found',
  410: 'not_found',
  400: 'invalid',
  409: 'invalid',
  422: 'invalid',
  429: 'quota',
  507: 'quota',
  408: 'timeout',
  504: 'timeout',
}

/** Returns the family of an HTTP error status. */
export const familyOfStatus = (status: number): ErrorFamily => statusFamilies[status] ?? 'internal'

/** A handled error of a step, which later steps read as `steps.<id>.error`. */
export interface HandledError {
  message: string
  family: ErrorFamily
  /** Number of tries that were made. */
  attempts: number
  /** The HTTP status, if an HTTP response caused the error. */
  status: number | null
  /** The output that the step gave with its failure. */
  output: unknown
}

export type StepOutcome = StepDone | StepWaits | StepEnters

export interface StepFailure {
  /** The kind of error; `internal` when absent. */
  family?: ErrorFamily
  /** The HTTP status, if an HTTP response caused the error. */
  status?: number | null
  /** Whether a retry may succeed; true when absent. */
  retryable?: boolean
  /** Minimum wait before the next try. */
  retryAfterMs?: number
  /** Known facts about the failed try, shown with it. */
  output?: unknown
  /** Runs in the transaction that records the failed try. Only database work is allowed. */
  save?: () => Promise<void>
  cause?: unknown
}

/**
 * A step failed. The message is a sentence for people. Other errors count as retryable, except a `Problem`
 * with a status below 500.
 */
export class StepFailed extends Error {
  override name = 'StepFailed'
  readonly family: ErrorFamily
  readonly status: number | null
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly output: unknown
  readonly save: (() => Promise<void>) | undefined

  constructor(message: string, failure: StepFailure = {}) {
    super(message, { cause: failure.cause })
    this.family = failure.family ?? 'internal'
    this.status = failure.status ?? null
    this.retryable = failure.retryable ?? true
    this.retryAfterMs = failure.retryAfterMs
    this.output = failure.output
    this.save = failure.save
  }
}

/** A wait for a token, after its time is over. */
export interface ExpiredWait<Config = Record<string, unknown>> extends Pick<
  StepPlan<Config>,
  'execution' | 'step'
> {
  token: string
  /** The output of the step when it started to wait. */
  output: unknown
}

interface StepKind<Config> extends Kind<ConfigSchema<Config>> {
  /** Names of its branches, which `enter` may use. */
  branches?: readonly string[]
  /**
   * Returns the branches if the config defines them; it replaces `branches`. The console expects their names as
   * a list in the config's `branches`.
   */
  branchesBy?(config: Config): readonly string[]
  /**
   * The permission to read the same data elsewhere. A person without it sees neither the outputs nor the error
   * texts of the step, and sees its config only with flows.write.
   */
  outputPermission: PermissionRef
  /**
   * The permissions for the same work elsewhere. The person who saves a workflow with this step must hold them
   * all (`E_GRANT` otherwise), and must still hold them when the step starts. The workflow lends them to
   * everyone who may start it, so starting and retrying need only `flows.run`. The step runs with all current
   * permissions of the saver, and no others.
   */
  permissions: readonly PermissionRef[]
  /**
   * Checks what the schema cannot know when a workflow is saved, in the tenant's context: the ids of the step,
   * and ids in its config that must exist in this tenant. The config fits the schema; masks may replace secrets.
   * @returns errors with fields relative to the step (`endpointId`, `config.assetId`). Runs in the saving
   * transaction, so it may read only the database
   */
  check?(step: FlowStep<Config>): Promise<FieldError[]> | FieldError[]
  /**
   * Returns the result of a step whose wait for a token has reached `until`, in the form that `run` returns. The
   * step may wait again with the same token. Without this method, the step outputs what it gave when it started
   * to wait. Runs in the tenant's context, and must not read remote data.
   * @throws StepFailed
   */
  expired?(wait: ExpiredWait<Config>): Promise<StepOutcome> | StepOutcome
  /** Returns the known shape of its output, for checks of saved workflows. Without it the output is not checked. */
  outputShape?(config: Config): OutputShape
  /**
   * Returns the paths of values that its config reads without `{placeholders}`, by field: `{ value: 'steps.call.body'
   * }`.
   */
  reads?(config: Config): Readonly<Record<string, string | undefined>>
  /** Whether its branches run once for each item, so that steps outside cannot read their outputs. */
  perItem?: boolean
  /**
   * Returns warnings about a step whose settings are valid but may be wrong, for example a value that none of
   * the newest files has. The editor shows them; they do not prevent saving. Runs like `check`, for callers who
   * hold `permissions`.
   */
  warn?(step: FlowStep<Config>, seen: SeenFiles): Promise<FieldError[]> | FieldError[]
}

/** The known shape of a value. Names that are not listed do not exist. Without `properties`, any name may exist. */
export interface OutputShape {
  properties?: Readonly<Record<string, OutputShape>>
  /** Shape of each item of a list. */
  items?: OutputShape
}

/** The newest files of the tenant, as a basis for warnings. */
export interface SeenFiles {
  count: number
  /**
   * Returns whether one of the files has the value, or a step of the workflow writes it:
   * `metadata.order.number`.
   */
  has(path: string): boolean
}

/** A kind of step that works inside Crossdock, registered under its `type`. */
export interface StepType<Config = Record<string, unknown>> extends StepKind<Config> {
  /**
   * Runs the step. It may run again after a crash, with the same idempotency key.
   * @throws StepFailed
   */
  run(context: StepContext<Config>): Promise<StepOutcome>
}

/** A kind of step that calls another system and waits for its answer (`api_call`). */
export interface CallingStepType<Config = Record<string, unknown>> extends StepKind<Config> {
  /**
   * Reads the data for a try. Nothing is recorded yet, and nothing may be written.
   * @throws StepFailed
   */
  prepare(plan: StepPlan<Config>): Promise<PreparedCall>
  /**
   * Runs in the transaction that abandons a try whose end is unknown, because the run was canceled or its
   * process died too often. Only database work is allowed. The config is the stored config.
   */
  abandon?(plan: Pick<StepPlan, 'execution' | 'step'>): Promise<void>
}

/** The permission for a call, or the earliest time to ask again. Waiting for that time does not count as a try. */
export type Admission =
  | {
      /** Called when the call has ended, or was not made after all. */
      release(): void
    }
  | { notBefore: Date; why: string }

export interface PreparedCall {
  /** Id of the called system, at most 100 characters. Each system has its own limit of concurrent calls. */
  target: string
  /**
   * Requests permission for the call. Runs after the call got a slot, before anything is recorded, outside any
   * transaction and without occupying a worker. If absent, the call is made immediately.
   */
  admit?(signal: AbortSignal): Promise<Admission>
  /** Runs in the transaction that records the start of the try. Only database work is allowed. */
  begin?(): Promise<void>
  /**
   * Makes the call inside `outside`. All else is like `StepType.run`.
   * @throws StepFailed
   */
  run(context: CallingContext): Promise<StepOutcome>
}

/** Step types by the `type` of a step. */
export const stepTypes = extensionPoint<StepType | CallingStepType>('flows.stepTypes', {
  what: 'workflows with its steps',
  table: 'integration_workflows',
  column: 'steps',
})
