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

/** How one kind of happening is told as spans. */
export interface Told<T> {
  kind: SpanKind
  /** Left out: it stands by itself only within something that is traced. */
  begins?: true
  name(about: T): string
  attributes(about: T): Attributes
  /** A trace it belongs to that began elsewhere. */
  parent?(about: T): SpanContext | undefined
  begun?(about: T, span: Span): void
  /** What is known in the end; gives what makes it a failure. */
  ended?(about: T, span: Span): string | undefined
}

/** Makes spans of what happens in the current application. */
export class Spans {
  readonly #current = new AsyncLocalStorage<Span | undefined>()
  readonly #application = currentApplication()
  readonly #ends: (() => void)[] = []

  constructor(private readonly tracer: Tracer) {}

  /** The span within which the code runs that asks. */
  get now(): Span | undefined {
    return this.#current.getStore()
  }

  /** What happens on the channel becomes spans, each the parent of what happens within. */
  tell<T extends object>(happenings: TracingChannel<unknown, T>, told: Told<T>): void {
    const open = new WeakMap<T, Span>()
    const begin = (about: T): Span | undefined => {
      const parent = this.#current.getStore()
      if (!runsIn(this.#application)) return parent
      if (!told.begins && !parent) return undefined
      const span = this.#start(told, about, parent)
      open.set(about, span)
      told.begun?.(about, span)
      return span
    }
    const end = (about: T & { error?: unknown }) => {
      const span = open.get(about)
      if (!span) return
      open.delete(about)
      const failure = told.ended?.(about, span) ?? nameOf(about.error)
      if (failure) {
        span.setAttribute('error.type', failure)
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    }
    happenings.start.bindStore(this.#current, begin as never)
    happenings.asyncEnd.subscribe(end as never)
    this.#ends.push(() => {
      happenings.start.unbindStore(this.#current)
      happenings.asyncEnd.unsubscribe(end as never)
    })
  }

  end(): void {
    for (const end of this.#ends) end()
  }

  #start<T>(told: Told<T>, about: T, within: Span | undefined): Span {
    // What begins a trace does so wherever the code that led there was called from.
    const remote = told.begins ? told.parent?.(about) : undefined
    const outer = told.begins ? undefined : within
    const context = remote
      ? trace.setSpanContext(ROOT_CONTEXT, remote)
      : outer
        ? trace.setSpan(ROOT_CONTEXT, outer)
        : ROOT_CONTEXT
    const attributes = told.attributes(about)
    return this.tracer.startSpan(told.name(about), { kind: told.kind, attributes }, context)
  }
}

/** Kind of an error: its text may hold what is a tenant's. */
function nameOf(error: unknown): string | undefined {
  if (error === undefined) return undefined
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : typeof error
}

const traceparent =
  /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/

/** What a caller says of the trace it is in; nothing where that is malformed. https://www.w3.org/TR/trace-context/ */
export function remoteParent(header: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = traceparent.exec(header ?? '') ?? []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}

/** A place in a trace as it is handed on. */
export function handedOn({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
