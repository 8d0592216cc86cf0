import { requests } from '../../ground/happenings.js'
import { follow } from '../follow.js'
import { Bound, type Prometheus } from './prometheus.js'

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** All other methods count as one, because a client may send any word. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])
/** For requests without an operation: a file of the console, or a 404. */
const noRoute = '(other)'

/** Requests by route and status class, their duration, and the bytes received and sent. */
export function countRequests(prometheus: Prometheus): () => void {
  const total = prometheus.counter(
    'http_requests_total',
    'Requests by route and class of status.',
    ['method', 'route', 'status']
  )
  const duration = prometheus.histogram(
    'http_request_duration_seconds',
    'From the head of a request to the end of its answer.',
    ['method', 'route'],
    seconds
  )
  const received = prometheus.counter(
    'http_received_bytes_total',
    'Bytes of requests, heads included.',
    ['route']
  )
  const sent = prometheus.counter('http_sent_bytes_total', 'Bytes of answers, heads included.', [
    'route',
  ])
  const inFlight = prometheus.gauge(
    'http_requests_in_flight',
    'Requests whose answer has not ended.'
  )
  const totals = new Bound((method, route, status) =>
    total.labels({ method, route, status } as never)
  )
  const durations = new Bound((method, route) => duration.labels({ method, route } as never))
  const bytes = new Bound((route) => ({
    received: received.labels({ route } as never),
    sent: sent.labels({ route } as never),
  }))
  return follow(requests, {
    begun: () => inFlight.inc(),
    ended(about, took) {
      inFlight.dec()
      const route = about.route ?? noRoute
      const method = methods.has(about.method) ? about.method : 'other'
      const status = about.status === null ? 'none' : `${Math.floor(about.status / 100)}xx`
      totals.of(method, route, status).inc()
      durations.of(method, route).observe(took)
      const ofRoute = bytes.of(route)
      ofRoute.received.inc(about.receivedBytes)
      ofRoute.sent.inc(about.sentBytes)
    },
  })
}
