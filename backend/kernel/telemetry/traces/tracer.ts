import { AsyncLocalStorage } from 'node:async_hooks'
import type { TracingChannel } from 'node:diagnostics_channel'
import {
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Span,
  type SpanContext,
  type SpanKind,
  type Tracer,
} from '@opentelemetry/api'
import { currentApplication, runsIn } from '../../ground/application.js'

/** Rules that turn one kind of event into spans. */
export interface SpanRules<T> {
  kind: SpanKind
  /** Starts a trace. Without it, the event becomes a span only within another one. */
  begins?: true
  name(about: T): string
  attributes(about: T): Attributes
  /** The remote trace that the event belongs to. */
  parent?(about: T): SpanContext | undefined
  begun?(about: T, span: Span): void
  /** Adds the final attributes. @returns the kind of failure, if any */
  ended?(about: T, span: Span): string | undefined
}

/** Creates spans from the events of the current application. */
export class Spans {
  readonly #current = new AsyncLocalStorage<Span | undefined>()
  readonly #application = currentApplication()
  readonly #ends: (() => void)[] = []

  constructor(private readonly tracer: Tracer) {}

  /** The span of the calling code. */
  get now(): Span | undefined {
    return this.#current.getStore()
  }

  /** Turns the events of a channel into spans. Spans of events within become their children. */
  follow<T extends object>(channel: TracingChannel<unknown, T>, rules: SpanRules<T>): void {
    const open = new WeakMap<T, Span>()
    const begin = (about: T): Span | undefined => {
      const parent = this.#current.getStore()
      if (!runsIn(this.#application)) return parent
      if (!rules.begins && !parent) return undefined
      const span = this.#start(rules, about, parent)
      open.set(about, span)
      rules.begun?.(about, span)
      return span
    }
    const end = (about: T & { error?: unknown }) => {
      const span = open.get(about)
      if (!span) return
      open.delete(about)
      const failure = rules.ended?.(about, span) ?? nameOf(about.error)
      if (failure) {
        span.setAttribute('error.type', failure)
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    }
    channel.start.bindStore(this.#current, begin as never)
    channel.asyncEnd.subscribe(end as never)
    this.#ends.push(() => {
      channel.start.unbindStore(this.#current)
      channel.asyncEnd.unsubscribe(end as never)
    })
  }

  end(): void {
    for (const end of this.#ends) end()
  }

  #start<T>(rules: SpanRules<T>, about: T, within: Span | undefined): Span {
    // An event that starts a trace does so regardless of the code that led to it.
    const remote = rules.begins ? rules.parent?.(about) : undefined
    const outer = rules.begins ? undefined : within
    const context = remote
      ? trace.setSpanContext(ROOT_CONTEXT, remote)
      : outer
        ? trace.setSpan(ROOT_CONTEXT, outer)
        : ROOT_CONTEXT
    const attributes = rules.attributes(about)
    return this.tracer.startSpan(rules.name(about), { kind: rules.kind, attributes }, context)
  }
}

/** The kind of an error. Its message may contain a tenant's data. */
function nameOf(error: unknown): string | undefined {
  if (error === undefined) return undefined
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : typeof error
}

const traceparent =
  /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/

/**
 * The trace position in a caller's header; undefined if it is malformed. https://www.w3.org/TR/trace-context/
 */
export function remoteParent(header: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = traceparent.exec(header ?? '') ?? []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}

/** A trace position as a header value. */
export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
