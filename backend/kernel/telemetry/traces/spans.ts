import { SpanKind } from '@opentelemetry/api'
import {
  calls,
  jobs,
  requests,
  steps,
  transactions,
  type CallHappening,
  type JobHappening,
  type RequestHappening,
  type StepHappening,
  type TransactionHappening,
} from '../../ground/happenings.js'
import { dialect } from '../../database/database.js'
import { traceparentOf, remoteParent, type Spans, type SpanRules } from './tracer.js'

/*
 * The span of each event. Names and attributes follow OpenTelemetry where it defines them. Spans never contain
 * an address, a query, a value or an error message; a tenant's data appears only as ids.
 */

const request: SpanRules<RequestHappening> = {
  kind: SpanKind.SERVER,
  begins: true,
  name: ({ method }) => method,
  attributes: ({ method }) => ({ 'http.request.method': method }),
  parent: ({ traceparent }) => remoteParent(traceparent),
  begun: (about, span) => (about.traceId = span.spanContext().traceId),
  ended({ method, route, status, requestId, tenantId, receivedBytes, sentBytes }, span) {
    if (route) span.updateName(`${method} ${route}`)
    span.setAttributes({
      ...(route && { 'http.route': route }),
      ...(status && { 'http.response.status_code': status }),
      ...(requestId && { 'crossdock.request_id': requestId }),
      ...(tenantId && { 'crossdock.tenant_id': tenantId }),
      'http.request.size': receivedBytes,
      'http.response.size': sentBytes,
    })
    if (status === null) return 'aborted'
    return status >= 500 ? String(status) : undefined
  },
}

const job: SpanRules<JobHappening> = {
  kind: SpanKind.CONSUMER,
  begins: true,
  name: ({ name }) => `job ${name}`,
  attributes: ({ name, id, tenantId, causeId, rootId, attempt }) => ({
    'crossdock.job': name,
    'crossdock.job_id': id,
    'crossdock.attempt': attempt,
    ...(tenantId && { 'crossdock.tenant_id': tenantId }),
    ...(causeId && { 'crossdock.cause_id': causeId }),
    ...(rootId && { 'crossdock.root_id': rootId }),
  }),
  ended({ outcome }, span) {
    span.setAttribute('crossdock.outcome', outcome)
    return outcome === 'failed' || outcome === 'retried' ? outcome : undefined
  },
}

const step: SpanRules<StepHappening> = {
  kind: SpanKind.INTERNAL,
  name: ({ type }) => `step ${type}`,
  attributes: ({ type, executionId, attempt }) => ({
    'crossdock.step_type': type,
    'crossdock.execution_id': executionId,
    'crossdock.attempt': attempt,
  }),
  ended: ({ failed }) => (failed ? 'failed' : undefined),
}

const call: SpanRules<CallHappening> = {
  kind: SpanKind.CLIENT,
  name: ({ kind, method }) => (kind === 'connect' ? 'connect' : method),
  attributes: ({ kind, method, systemId }) => ({
    ...(kind !== 'connect' && { 'http.request.method': method }),
    ...(systemId && { 'crossdock.system_id': systemId }),
  }),
  begun: (about, span) => (about.traceparent = traceparentOf(span.spanContext())),
  ended({ status, error }, span) {
    if (status === undefined) return undefined
    span.setAttribute('http.response.status_code', status)
    return status >= 400 && error === undefined ? String(status) : undefined
  },
}

const transaction: SpanRules<TransactionHappening> = {
  kind: SpanKind.CLIENT,
  name: () => 'transaction',
  attributes: ({ operator }) => ({
    'db.system.name': dialect() === 'postgres' ? 'postgresql' : 'sqlite',
    'crossdock.operator': operator,
  }),
}

/** Traces all events. */
export function traceAll(spans: Spans): void {
  spans.follow(requests, request)
  spans.follow(jobs, job)
  spans.follow(steps, step)
  spans.follow(calls, call)
  spans.follow(transactions, transaction)
}
