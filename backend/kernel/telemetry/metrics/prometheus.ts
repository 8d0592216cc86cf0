import type * as PromClient from 'prom-client'
import type { Counter, Gauge, Histogram, Registry } from 'prom-client'

type Client = typeof PromClient

/** Factory for the metrics. Labels are few and bounded: never a tenant, an id or an address. */
export interface Prometheus {
  readonly registry: Registry
  counter(name: string, help: string, labels?: string[]): Counter
  gauge(name: string, help: string, labels?: string[]): Gauge
  histogram(name: string, help: string, labels: string[], buckets: number[]): Histogram
}

/** Loads prom-client, which is imported only here. */
export async function openPrometheus(): Promise<Prometheus> {
  const loaded = (await import('prom-client')) as Client & { default?: Client }
  const client = loaded.default ?? loaded
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    counter: (name, help, labelNames = []) =>
      new client.Counter({ name: `crossdock_${name}`, help, labelNames, registers }),
    gauge: (name, help, labelNames = []) =>
      new client.Gauge({ name: `crossdock_${name}`, help, labelNames, registers }),
    histogram: (name, help, labelNames, buckets) =>
      new client.Histogram({ name: `crossdock_${name}`, help, labelNames, buckets, registers }),
  }
}

/** Caches metrics bound to labels: binding again costs six times as much as counting. */
export class Bound<Child> {
  readonly #children = new Map<string, Child>()

  constructor(private readonly make: (...labels: string[]) => Child) {}

  of(...labels: string[]): Child {
    const key = labels.join('\0')
    let child = this.#children.get(key)
    if (child === undefined) this.#children.set(key, (child = this.make(...labels)))
    return child
  }
}
