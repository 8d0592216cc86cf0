import type { FieldError } from '@crossdock/kernel/http'
import type { Kind } from '@crossdock/kernel/kinds'
import { extensionPoint, type PermissionRef } from '@crossdock/kernel/plugin'
import type { ConfigSchema } from './config_schema.js'

/** One step of a workflow; `Config` is what the schema of its type gives. */
export interface FlowStep<Config = Record<string, unknown>> {
  id: string
  /** What people call it; left out: by its type. */
  name?: string
  /** Name of a registered step type. */
  type: string
  systemId: string | null
  endpointId: string | null
  config: Config
  /** 1, 2, 3 … in its list. */
  order: number
  /** Steps of the branches of its type, by their names. */
  branches?: Record<string, FlowStep[]>
}

/** The event that set a run off. */
export interface TriggerEvent {
  id: string
  eventType: string
  createdAt: string
  targetType: string | null
  targetId: string | null
  userId: string | null
  payload: Record<string, unknown>
}

/** What a step can read. */
export interface StepInput {
  /** The asset the run is about, when there is one. */
  assetId: string | null
  /** null for a run somebody started by hand. */
  event: TriggerEvent | null
  /** The person behind the run: who caused the event, or who pressed the button. */
  userId: string | null
  /** What the plugin that started the run gave along. */
  data?: unknown
  /** Outputs of the steps already done, by step id; of steps that run once an item, the same item's. */
  steps: Record<string, unknown>
  /** In a branch that runs once an item: the item, and its number from 0. */
  item?: unknown
  index?: number
}

/** One try of one step, as it is planned; the secrets of its config are open. */
export interface StepPlan<Config = Record<string, unknown>> {
  execution: { id: string; executionId: string; flowId: string; flowName: string }
  step: FlowStep<Config>
  /** Where it stands in the run: `approve`, `check.yes.call`, `each[3].call`. */
  path: string
  /** 1 for the first try. */
  attempt: number
  /** `executionId:path`, the same for every try: send it along with outside effects. */
  idempotencyKey: string
  input: StepInput
}

/** A try while it runs: in the tenant's context, outside of any transaction. */
export interface StepContext<Config = Record<string, unknown>> extends StepPlan<Config> {
  /** Aborted on cancel, on the step's timeout, on a lost lease and on shutdown: stop at once. */
  signal: AbortSignal
}

/** As a step that calls another system sees its try. */
export interface CallingContext<Config = Record<string, unknown>> extends StepContext<Config> {
  /**
   * Waits for the answer of the target, without taking anybody's turn meanwhile. The step's timeout
   * runs on; waiting for the turn afterwards does not count.
   */
  outside<T>(work: () => Promise<T>): Promise<T>
}

interface Saving {
  /**
   * Runs in the transaction that records what came of the try, so what it writes to the database
   * happens exactly once. Nothing but database work.
   */
  save?: () => Promise<void>
}

/** The step is done. */
export interface StepDone extends Saving {
  /** Kept as JSON, shown in the run's details and readable for later steps. */
  output: unknown
  /**
   * Secrets that the try has met, besides those of its config and its environment. People see them masked. When this is given, even
   * empty, people also see values under names that mean a secret (`token`) masked. Later steps read those values.
   */
  secrets?: readonly string[]
}

/**
 * The step has done its work and is over at a time, or when `flowRuns.resume` is called with its
 * token: 8 to 64 letters, digits, dashes or underscores that nobody guesses. It is not run again,
 * and takes no worker meanwhile. Its output is what it gives here, or what is given with the token.
 */
export interface StepWaits extends Saving {
  /** With `until` the wait for a token ends then, with what `expired` of the type gives. */
  wait: Date | { token: string; until?: Date }
  output?: unknown
}

/**
 * The step is over when the steps of one of its branches are: once, or once an item, so many at a
 * time (1: in order). At most 1,000 items. Its output is what it gives here; with items, it is what the
 * last step put out for each, in their order. A branch without steps is over at once.
 */
export interface StepEnters extends Saving {
  /** The name of a branch. `allBranches` enters each of its own branches, all at the same time. */
  enter: string
  items?: unknown[]
  parallel?: number
  /**
   * What a failed item does to the others. `stop`: no further item begins, and the step fails.
   * `continue`: the others go on, and the step completes. With either, the output of the step is
   * `{ results, failedItems }`.
   */
  onItemError?: OnItemError
  output?: unknown
}

export type OnItemError = 'stop' | 'continue'

/**
 * As `enter`: each branch of the type but `error` is worked at the same time. The output is what the
 * last step of each put out, by the names of the branches. When one fails, the others go on to their
 * end, and then the step fails.
 */
export const allBranches = '*'

/** The kinds of errors that a step can be told to go on after. */
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
  ...{ 401: 'auth', 403: 'auth', 404: 'not_found', 410: 'not_found' },
  ...{ 400: 'invalid', 409: 'invalid', 422: 'invalid', 429: 'quota', 507: 'quota' },
  ...{ 408: 'timeout', 504: 'timeout' },
}

/** The family of an HTTP answer that is no success. */
export const familyOfStatus = (status: number): ErrorFamily => statusFamilies[status] ?? 'internal'

/** What later steps read of a step whose error was handled, as `steps.<id>.error`. */
export interface HandledError {
  message: string
  family: ErrorFamily
  /** Tries in all. */
  attempts: number
  /** The HTTP status, when an answer was the reason. */
  status: number | null
  /** What the step put out about its failure. */
  output: unknown
}

export type StepOutcome = StepDone | StepWaits | StepEnters

export interface StepFailure {
  /** What kind of error it is; `internal` when absent. */
  family?: ErrorFamily
  /** The HTTP status, when an answer is the reason. */
  status?: number | null
  /** Whether a later try may succeed; true when absent. */
  retryable?: boolean
  /** Wait at least this long before the next try. */
  retryAfterMs?: number
  /** What is known about the failed try, shown with it. */
  output?: unknown
  /** Runs in the transaction that records the try as failed. Nothing but database work. */
  save?: () => Promise<void>
  cause?: unknown
}

/**
 * A step could not be done. The message is a sentence for people. Other errors count as retryable,
 * except a `Problem` with a status below 500.
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

/** A wait for a token that nothing has ended in time. */
export interface ExpiredWait<Config = Record<string, unknown>> extends Pick<
  StepPlan<Config>,
  'execution' | 'step'
> {
  token: string
  /** What the step gave when it began to wait. */
  output: unknown
}

interface StepKind<Config> extends Kind<ConfigSchema<Config>> {
  /** Names of its branches, which `enter` may name. */
  branches?: readonly string[]
  /** Instead of `branches`, where its config says which there are: for the console in a list of names, `branches`. */
  branchesBy?(config: Config): readonly string[]
  /**
   * The permission by which what the step puts out is read elsewhere. Who lacks it sees neither its
   * outputs nor its error texts, and its config only with flows.write.
   */
  outputPermission: PermissionRef
  /**
   * The permissions by which the step's work is done elsewhere. Who saves a workflow with such a
   * step must hold them all (`E_GRANT` otherwise), and still when the step begins: the workflow
   * lends them to whoever may start it, so starting and retrying it take `flows.run` alone. The
   * step runs in a context with all that its saver may do then, and nothing else.
   */
  permissions: readonly PermissionRef[]
  /**
   * Checks what the schema cannot know when a workflow is saved, in the tenant's context: the
   * step's own ids, ids in its config that must be there and of this tenant. Its config fits the
   * schema; masks may stand for secrets. Returns what is wrong, fields relative to the step
   * (`endpointId`, `config.assetId`). Runs in the transaction that saves: it reads the database and
   * nothing that is far away.
   */
  check?(step: FlowStep<Config>): Promise<FieldError[]> | FieldError[]
  /**
   * What comes of a step whose wait for a token has come to its `until`, as `run` says it: it may
   * wait again, with the same token. Without it the step puts out what it gave when it began to
   * wait. Runs in the tenant's context, and reads nothing that is far away. @throws StepFailed
   */
  expired?(wait: ExpiredWait<Config>): Promise<StepOutcome> | StepOutcome
  /**
   * What is known of the shape of its output, for workflows that are saved. Without it nothing is.
   */
  outputShape?(config: Config): OutputShape
  /** Paths its config reads, besides those in `{placeholders}`, by their fields: `{ value: 'steps.call.body' }`. */
  reads?(config: Config): Readonly<Record<string, string | undefined>>
  /** Its branches are worked once for each item, so what is in them is not read outside of them. */
  perItem?: boolean
  /**
   * What is odd about a step, but may be meant: it reads what none of the newest files has. Told
   * while the workflow is edited, refuses nothing. Asked as `check`, for callers who hold `permissions`.
   */
  warn?(step: FlowStep<Config>, seen: SeenFiles): Promise<FieldError[]> | FieldError[]
}

/**
 * What a value can hold, as far as it is known. Names that are not listed do not exist; without
 * `properties` anything may be there.
 */
export interface OutputShape {
  properties?: Readonly<Record<string, OutputShape>>
  /** Of each item of a list. */
  items?: OutputShape
}

/** The newest files of the tenant, to judge by. */
export interface SeenFiles {
  count: number
  /** Whether one of them has it, or a step of the workflow writes it: `metadata.order.number`. */
  has(path: string): boolean
}

/** A kind of step that does its work in Crossdock, registered under the word workflows use for it. */
export interface StepType<Config = Record<string, unknown>> extends StepKind<Config> {
  /**
   * Does the step. May run again after a crash, with the same idempotency key.
   * @throws StepFailed
   */
  run(context: StepContext<Config>): Promise<StepOutcome>
}

/** A kind of step that asks another system and waits for its answer (`api_call`). */
export interface CallingStepType<Config = Record<string, unknown>> extends StepKind<Config> {
  /** Reads what the try needs; nothing is recorded yet and nothing may be written. @throws StepFailed */
  prepare(plan: StepPlan<Config>): Promise<PreparedCall>
  /**
   * Runs in the transaction in which a try is given up whose end nobody knows: the run was
   * cancelled, or its process ended too often. Nothing but database work. The config is as it is
   * stored.
   */
  abandon?(plan: Pick<StepPlan, 'execution' | 'step'>): Promise<void>
}

/** Permission to make a call, or the time until which the step waits for it. Waiting costs no try. */
export type Admission =
  | {
      /** Called when the call has ended, or was not made after all. */
      release(): void
    }
  | { notBefore: Date; why: string }

export interface PreparedCall {
  /** Id of the system that is called: each has its own bound of calls in flight. At most 100 characters. */
  target: string
  /**
   * Asks for permission to make the call. Runs when the call has a place among the calls in flight, before anything is recorded,
   * outside of any transaction, and without using a worker's turn. Without it the call is made at once.
   */
  admit?(signal: AbortSignal): Promise<Admission>
  /** Runs in the transaction that records the try as begun. Nothing but database work. */
  begin?(): Promise<void>
  /** Makes the call, inside `outside`. As `StepType.run` otherwise. @throws StepFailed */
  run(context: CallingContext): Promise<StepOutcome>
}

/** Step types by the word in a step's `type`. */
export const stepTypes = extensionPoint<StepType | CallingStepType>('flows.stepTypes', {
  what: 'workflows with its steps',
  table: 'integration_workflows',
  column: 'steps',
})
